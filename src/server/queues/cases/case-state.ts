import { type DisplayStatus, displayStatuses } from "#contract/queues/case.ts";

/** Where a case is. */
export type CaseState = DisplayStatus;

/** What can happen to a case. The run's events count only while the run owns it. */
export type CaseMove =
  | "claim" // a run takes it
  | "ask" // that run waits for a person
  | "answer"
  | "complete"
  | "fail"
  | "postpone"
  | "hand_over"
  | "end" // the run that had it, or was to take it, ended without saying how the case ended
  | "due" // what it was postponed to has come
  // What people do.
  | "reopen"
  | "reprocess"
  | "delay"
  | "close"
  | "give_up"
  | "cancel";

interface Rule {
  readonly from: readonly CaseState[];
  readonly to: CaseState;
}

export const openStates: readonly CaseState[] = ["pending", "in_progress", "needs_input", "postponed"];
const except = (state: CaseState) => displayStatuses.filter((s) => s !== state);

/** Each event leads to one state, so a single statement can move any number of cases. */
const rules: Record<CaseMove, Rule> = {
  claim: { from: ["pending"], to: "in_progress" },
  ask: { from: ["in_progress"], to: "needs_input" },
  answer: { from: ["needs_input"], to: "in_progress" },
  // A person's message takes up a run again that had failed its case: it can still bring it to a good end.
  complete: { from: ["in_progress", "failed"], to: "completed" },
  fail: { from: ["in_progress"], to: "failed" },
  postpone: { from: ["in_progress"], to: "postponed" },
  hand_over: { from: ["in_progress"], to: "pending" },
  end: { from: ["pending", "in_progress", "needs_input"], to: "failed" },
  due: { from: ["postponed"], to: "pending" },
  reopen: { from: except("pending"), to: "pending" },
  reprocess: { from: displayStatuses, to: "pending" },
  delay: { from: openStates, to: "postponed" },
  close: { from: except("completed"), to: "completed" },
  give_up: { from: except("failed"), to: "failed" },
  cancel: { from: except("canceled"), to: "canceled" },
};

export function ruleOf(move: CaseMove): Rule {
  return rules[move];
}

/** The state after an event, or undefined when the event means nothing in this state. Pure. */
export function afterMove(state: CaseState, move: CaseMove): CaseState | undefined {
  const { from, to } = rules[move];
  return from.includes(state) ? to : undefined;
}

export function isSettled(state: CaseState): boolean {
  return !openStates.includes(state);
}
