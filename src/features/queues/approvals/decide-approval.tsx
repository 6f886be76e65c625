import { Check, X } from "lucide-react";
import { type Decision as Deciding, useDecisionAbout } from "#api/decisions/held.ts";
import { useDecide } from "#api/decisions/decide.ts";
import type { approvalDecisions } from "#contract/queues/case.ts";
import { respondToCaseApprovalRequest } from "#contract/queues/case-approvals.ts";
import { DecideButtons } from "#ui/decide-buttons.tsx";

type Decision = (typeof approvalDecisions)[number];

const words: Record<Decision, Pick<Deciding, "doing" | "done">> = {
  approved: { doing: "Approving", done: "Approved" },
  rejected: { doing: "Declining", done: "Declined" },
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
  const decide = (as: Decision) => {
    respond({
      about: id,
      ...words[as],
      what: prompt,
      input: { params: { request_id: id }, body: { decision: as } },
    });
    onDone?.();
  };
  const acts = [
    { id: "approve", label: "Approve", icon: Check, keys: "a", run: () => decide("approved") },
    { id: "decline", label: "Decline", icon: X, keys: "d", run: () => decide("rejected") },
  ];
  return <DecideButtons group="Approval" {...{ id, acts, keys, decision }} what={prompt} />;
}
