import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#api/client.ts";
import { undoTime } from "#api/decisions.ts";
import { type Outcome, useOneByOne } from "#api/one-by-one.ts";
import { readAgain } from "#api/stale.ts";
import { type CaseApproval, respondToCaseApprovalRequest } from "#contract/queues/case-approvals.ts";
import { problemOf } from "#ui/problem.ts";

export type Decision = NonNullable<CaseApproval["decision"]>;

/** Decides many approvals alike, each on its own: one that somebody else decided meanwhile is left as they decided. */
export function useDecideMany() {
  const client = useQueryClient();
  const [decision, setDecision] = useState<Decision>("approved");
  const walking = useOneByOne<CaseApproval>(async ({ id }): Promise<Outcome> => {
    try {
      await call(respondToCaseApprovalRequest, { params: { request_id: id }, body: { decision } });
      return { kind: "done" };
    } catch (error) {
      const { code, message } = problemOf(error);
      if (code === "already_answered") return { kind: "already", note: message };
      throw error;
    }
  }, undoTime);
  return {
    ...walking,
    decision,
    ask: (approvals: readonly CaseApproval[], next: Decision) => {
      setDecision(next);
      walking.ask(approvals);
    },
    start: async (approvals: readonly CaseApproval[]) => {
      const outcomes = await walking.start(approvals);
      readAgain(client, ([area]) => area === "Cases" || area === "Queues" || area === "Runs");
      return outcomes;
    },
  };
}
