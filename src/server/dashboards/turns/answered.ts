import type { TurnStep } from "#contract/dashboards/dashboard.ts";
import type { Turn } from "#server/engine/models/port.ts";
import type { Answers } from "#server/engine/tools/answers.ts";
import { openCall, withResult, withoutReadings } from "./conversation.ts";

type Answered = { readonly value: unknown } | { readonly error: string };

/** What a person says by answering, as a message of theirs. */
export function answerWords(answers: Answers): string {
  const given = Object.entries(answers);
  const [only] = given;
  return given.length === 1 && only ? only[1] : given.map(([question, answer]) => `${question}\n${answer}`).join("\n\n");
}

export function answeredSteps(steps: readonly TurnStep[], callId: string, answers: Answers): TurnStep[] {
  return steps.map((step) =>
    step.kind === "asked" && step.tool_call_id === callId ? { ...step, answer: answers[step.question] ?? null } : step,
  );
}

/**
 * The conversation behind an answer. `same`: the person who asked for the page answers. Otherwise what was read with the rights of that person is left
 * out: the work continues with the rights of the one who answers. `confirmed`: what the call gets that asked whether it may be made.
 */
export function answeredTurns(turns: readonly Turn[], answers: Answers, same: boolean, confirmed?: Answered): Turn[] {
  const call = openCall(turns);
  if (!call) return [...turns];
  let next = withResult(same ? turns : withoutReadings(turns), {
    callId: call.id,
    name: call.name,
    ...(confirmed ?? { value: { answers } }),
  });
  for (let left = openCall(next); left; left = openCall(next)) {
    next = withResult(next, { callId: left.id, name: left.name, error: "This was not done: a question came first. Call it again." });
  }
  return next;
}
