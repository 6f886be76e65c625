import type { CallInput } from "#contract/endpoint.ts";
import { type PendingHumanRequest, respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { type Decision, useDecisionAbout } from "#api/decisions/held.ts";
import { useDecide } from "#api/decisions/decide.ts";

export type Answer = NonNullable<CallInput<typeof respondToHumanRequest>["body"]>;

interface Refusal {
  readonly message: string;
  /** By question, where the service names one. */
  readonly byQuestion: Readonly<Record<string, string>>;
}

export function draftOf(requestId: string): string {
  return `answer-${requestId}`;
}

/** Sends an answer once it can no longer be taken back. The run goes on then, and nothing brings it back. */
export function useAnswer(runId: string, request: PendingHumanRequest, onDone: () => void) {
  const decide = useDecide(respondToHumanRequest);
  const decision = useDecisionAbout(request.id);
  const send = (body: Answer) => {
    decide({
      about: request.id,
      ...wordsOf(body),
      what: request.title,
      input: { params: { run_id: runId, request_id: request.id }, body },
      drafts: [draftOf(request.id)],
      refusals,
    });
    onDone();
  };
  return { send, refusal: refusalOf(decision) };
}

const refusals = {
  not_waiting: "The run no longer waits for an answer.",
  not_found: "This request no longer exists.",
};

function wordsOf({ approved, always }: Answer): Pick<Decision, "doing" | "done"> {
  if (approved === undefined) return { doing: "Answering", done: "Answered" };
  if (always) return { doing: "Allowing this tool", done: "Allowed from now on" };
  return approved ? { doing: "Approving", done: "Approved" } : { doing: "Declining", done: "Declined" };
}

function refusalOf(decision: Decision | undefined): Refusal | null {
  if (decision?.state !== "refused") return null;
  const named = (decision.issues ?? []).filter(({ path }) => path[0] === "answers" && typeof path[1] === "string");
  return {
    message: named.length > 0 ? "" : `Not sent. ${decision.refusal}`,
    byQuestion: Object.fromEntries(named.map(({ path, message }) => [String(path[1]), message])),
  };
}
