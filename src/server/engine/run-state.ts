import type { RunStatus } from "#contract/runs/run.ts";

/** What a worker can make of a run that it holds. */
export type WorkerEvent =
  | "place" // the worker has what it needs and begins
  | "ask" // it needs a person
  | "complete"
  | "fail"
  | "fault"; // a transient fault, to be waited out

/** What can happen to a run. */
export type RunEvent =
  | WorkerEvent
  | "claim" // a worker takes it
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
export const heldStatuses = ["starting", "running"] as const satisfies readonly RunStatus[];

/** The status after an event of the worker that holds the run: the same from each of {@link heldStatuses}, so that it need not ask which. */
export function afterWorkerEvent(event: WorkerEvent): RunStatus {
  const status = afterEvent("running", event);
  if (status === undefined) throw new Error(`A worker's run knows no ${event}.`);
  return status;
}

export function isHeld(status: RunStatus): boolean {
  return (heldStatuses as readonly RunStatus[]).includes(status);
}

export function isTerminal(status: RunStatus): boolean {
  return status === "completed" || status === "failed" || status === "interrupted";
}
