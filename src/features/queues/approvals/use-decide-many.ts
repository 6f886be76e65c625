import { useState } from "react";
import { call } from "#api/client.ts";
import { undoTime } from "#api/decisions/decide.ts";
import { type Outcome, useOneByOne } from "#api/one-by-one.ts";
import { endedHere } from "#api/stale.ts";
import { type CaseApproval, respondToCaseApprovalRequest } from "#contract/queues/case-approvals.ts";
import { problemOf } from "#ui/problem.ts";

export type Decision = NonNullable<CaseApproval["decision"]>;

/** Decides many approvals alike, each on its own: one that somebody else decided meanwhile is left as they decided. */
export function useDecideMany() {
  const [decision, setDecision] = useState<Decision>("approved");
  const send = async ({ id }: CaseApproval): Promise<Outcome> => {
    try {
      await call(respondToCaseApprovalRequest, { params: { request_id: id }, body: { decision } });
      endedHere(id);
      return { kind: "done" };
    } catch (error) {
      const { code, message } = problemOf(error);
      if (code === "already_answered") return { kind: "already", note: message };
      throw error;
    }
  };
  const walking = useOneByOne(send, { undoTime, changes: respondToCaseApprovalRequest.changes });
  return {
    ...walking,
    decision,
    ask: (approvals: readonly CaseApproval[], next: Decision) => {
      setDecision(next);
      walking.ask(approvals);
    },
  };
}
