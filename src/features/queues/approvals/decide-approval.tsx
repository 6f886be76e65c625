import { Check, X } from "lucide-react";
import { useRef } from "react";
import { useWrite } from "#api/query.ts";
import type { approvalDecisions } from "#contract/queues/case.ts";
import { respondToCaseApprovalRequest } from "#contract/queues/case-approvals.ts";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";

/** The two answers to one thing that an agent wants decided about a case: on the case, in the inbox, on the page of the run that asked. */
export function DecideApproval({ id, prompt }: { id: string; prompt: string }) {
  const respond = useWrite(respondToCaseApprovalRequest, { alsoStale: ["Cases", "Queues", "Runs"] });
  // The second click of a double click comes before the first one has been drawn.
  const sent = useRef(false);
  const decide = (decision: (typeof approvalDecisions)[number]) => {
    if (sent.current) return;
    sent.current = true;
    respond.mutateAsync({ params: { request_id: id }, body: { decision } }).catch((error: Error) => {
      sent.current = false;
      toast(error.message, { failed: true });
    });
  };
  const busy = respond.isPending || respond.isSuccess;
  return (
    <span className="flex gap-2">
      <Button size="sm" icon={Check} disabled={busy} aria-label={`Approve: ${prompt}`} onClick={() => decide("approved")}>
        Approve
      </Button>
      <Button size="sm" icon={X} disabled={busy} aria-label={`Reject: ${prompt}`} onClick={() => decide("rejected")}>
        Reject
      </Button>
    </span>
  );
}
