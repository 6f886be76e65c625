import { useState } from "react";
import { call } from "#api/client.ts";
import { undoTime } from "#api/decisions/decide.ts";
import { type Outcome, useOneByOne } from "#api/one-by-one.ts";
import { type InboxRequest, respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { problemOf } from "#ui/problem.ts";
import { toastFailed } from "#ui/toast.ts";
import { everyRequest } from "./queries.ts";
import type { Answer } from "./use-answer.ts";

/** Those that one answer fits: the same agent asks the same words with the same options, or wants the same call with the same arguments. What it says beside them may differ. */
export function alike(to: InboxRequest, requests: readonly InboxRequest[]): InboxRequest[] {
  const words = ({ agent_id, type, title, questions, tool_call }: InboxRequest) =>
    JSON.stringify([agent_id, type, title, questions, tool_call]);
  return requests.filter((request) => words(request) === words(to));
}

/** Answers many requests alike, each on its own: one that somebody else answered meanwhile is left as they did. */
export function useAnswerAlike(teamId: string) {
  const [answer, setAnswer] = useState<Answer>({});
  const [looking, setLooking] = useState(false);
  const send = async ({ id, run_id }: InboxRequest): Promise<Outcome> => {
    try {
      await call(respondToHumanRequest, { params: { run_id, request_id: id }, body: answer });
      return { kind: "done" };
    } catch (error) {
      const { code, message } = problemOf(error);
      if (code === "already_answered" || code === "not_waiting") return { kind: "already", note: message };
      throw error;
    }
  };
  const walking = useOneByOne(send, { undoTime, changes: respondToHumanRequest.changes });
  return {
    ...walking,
    answer,
    /** The dialog has been asked for, and comes once it is known what stands in it. */
    looking,
    /** Looks for all of them, also for those that the list does not show yet. */
    ask: async (to: InboxRequest, next: Answer) => {
      setAnswer(next);
      setLooking(true);
      await everyRequest(teamId, "pending", { agent: to.agent_id })
        .then((found) => walking.ask(alike(to, found)), toastFailed)
        .finally(() => setLooking(false));
    },
  };
}
