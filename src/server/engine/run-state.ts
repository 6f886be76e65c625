import type { RunStatus } from "#contract/runs/runs.ts";

/** What can happen to a run. The worker's events count only while it holds the lease. */
export type RunEvent =
  | "claim" // a worker takes it
  | "place" // the worker has what it needs and begins
  | "ask" // it needs a person
  | "complete"
  | "fail"
  | "fault" // a transient fault, to be waited out
  | "answer" // the last open request was answered
  | "message" // a person wrote
  | "stop";

const transitions: Record<RunStatus, Partial<Record<RunEvent, RunStatus>>> = {
  not_started: { claim: "starting", stop: "interrupted", message: "pending" },
  pending: { claim: "starting", stop: "interrupted", message: "pending", fail: "failed" },
  starting: {
    claim: "starting",
    place: "running",
    ask: "waiting",
    complete: "completed",
    fail: "failed",
    fault: "pending",
    stop: "interrupted",
    message: "starting",
  },
  running: {
    claim: "starting",
    place: "running",
    ask: "waiting",
    complete: "completed",
    fail: "failed",
    fault: "pending",
    stop: "interrupted",
    message: "running",
  },
  waiting: { answer: "pending", message: "pending", stop: "interrupted" },
  completed: { message: "pending" },
  failed: {},
  interrupted: { message: "pending" },
};

/** The status after an event, or undefined when the event means nothing in this state. Pure. */
export function afterEvent(status: RunStatus, event: RunEvent): RunStatus | undefined {
  return transitions[status][event];
}

export const activeStatuses: readonly RunStatus[] = ["not_started", "pending", "starting", "running", "waiting"];
/** A worker holds the run. */
export const heldStatuses: readonly RunStatus[] = ["starting", "running"];

export function isTerminal(status: RunStatus): boolean {
  return status === "completed" || status === "failed" || status === "interrupted";
}
