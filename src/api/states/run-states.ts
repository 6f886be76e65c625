import type { RunStatus } from "#contract/runs/run.ts";

/** What the states of runs look like and are called, on every screen. */
export const runStates = {
  not_started: { look: "idle", word: "Not started" },
  pending: { look: "queued", word: "Queued" },
  starting: { look: "working", word: "Starting" },
  running: { look: "working", word: "Running" },
  waiting: { look: "asks", word: "Waiting for a person", short: "Waiting" },
  completed: { look: "done", word: "Completed" },
  failed: { look: "failed", word: "Failed" },
  interrupted: { look: "stopped", word: "Stopped" },
} as const satisfies Record<RunStatus, object>;

const retrying = { look: "later", word: "Waiting to retry" } as const;

interface Seen {
  readonly status: RunStatus;
  readonly wait?: { readonly for: string } | null | undefined;
}

/** The state of one run: one that waits out a fault is not queued. */
export function runState({ status, wait }: Seen): (typeof runStates)[RunStatus] | typeof retrying {
  return wait?.for === "retry" ? retrying : runStates[status];
}
