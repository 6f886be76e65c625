import { Check, X } from "lucide-react";
import { type Decision as Deciding, useDecisionAbout } from "#api/decisions/held.ts";
import { useDecide } from "#api/decisions/decide.ts";
import type { approvalDecisions } from "#contract/queues/case.ts";
import { respondToCaseApprovalRequest } from "#contract/queues/case-approvals.ts";
import { Button } from "#ui/button.tsx";
import { Keys } from "#ui/kbd.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { DecisionUnderWay } from "#ui/pending-decision.tsx";
import { useAtRest } from "#ui/use-at-rest.ts";
import { useShortcuts } from "#ui/shortcuts.ts";

type Decision = (typeof approvalDecisions)[number];

const words: Record<Decision, Pick<Deciding, "doing" | "done">> = {
  approved: { doing: "Approving", done: "Approved" },
  rejected: { doing: "Rejecting", done: "Rejected" },
};

interface DecideApprovalProps {
  id: string;
  prompt: string;
  /** Binds A and D: one of a page only. */
  keys?: boolean;
  onDone?: () => void;
}

/** The two answers to one thing that an agent wants decided about a case: on the case, in the inbox, on the page of the run that asked. */
export function DecideApproval({ id, prompt, keys = false, onDone }: DecideApprovalProps) {
  const respond = useDecide(respondToCaseApprovalRequest);
  const decision = useDecisionAbout(id);
  const settled = useAtRest(`${id} ${keys}`);
  const decide = (as: Decision) => {
    if (!settled) return;
    respond({
      about: id,
      ...words[as],
      what: prompt,
      input: { params: { request_id: id }, body: { decision: as } },
    });
    onDone?.();
  };
  const acts = [
    { id: "approve", label: "Approve", icon: Check, keys: "a", decides: true, run: () => decide("approved") },
    { id: "reject", label: "Reject", icon: X, keys: "d", decides: true, run: () => decide("rejected") },
  ];
  const open = decision === undefined || decision.state === "refused";
  usePageActions(keys && open ? acts : []);
  useShortcuts(
    "Approval",
    keys && open ? acts.map((act) => ({ ...act, run: (event: KeyboardEvent) => (event.repeat ? undefined : act.run()) })) : [],
  );
  if (decision?.state === "sent") return <span className="font-medium">{decision.done}</span>;
  if (decision && decision.state !== "refused") return <DecisionUnderWay {...decision} />;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {decision ? (
        <span role="alert" className="w-full text-sm text-failed">
          Not sent. {decision.refusal}
        </span>
      ) : null}
      {acts.map(({ label, icon, keys: key, run }) => (
        <Button
          key={label}
          size={keys ? "md" : "sm"}
          icon={icon}
          tone={keys && key === "a" ? "primary" : "secondary"}
          aria-disabled={!settled}
          aria-label={`${label}: ${prompt}`}
          onClick={run}
          {...(keys ? { className: "max-sm:h-11 max-sm:flex-1" } : {})}
        >
          {label}
          {keys ? (
            <span aria-hidden className="hidden ps-1 md:inline">
              <Keys keys={key} inverse={key === "a"} />
            </span>
          ) : null}
        </Button>
      ))}
    </span>
  );
}
