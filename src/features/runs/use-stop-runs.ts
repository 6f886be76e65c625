import { useEffect, useRef, useState } from "react";
import { call } from "#api/client.ts";
import type { RunRow } from "#contract/runs/run.ts";
import { stopRun } from "#contract/runs/runs.ts";
import { problemOf } from "#ui/problem.ts";

export type StopOutcome = { kind: "stopped" } | { kind: "ended"; note: string } | { kind: "failed"; reason: string };

export interface StopJob {
  readonly runs: readonly RunRow[];
  readonly outcomes: ReadonlyMap<string, StopOutcome>;
  readonly state: "asked" | "working" | "cancelled" | "done";
}

const atOnce = 4;

/** Stops runs with one call each and keeps what became of every one. Leaving the page cancels what has not been sent. */
export function useStopRuns() {
  const [job, setJob] = useState<StopJob | null>(null);
  const cancelled = useRef<AbortController>(undefined);
  useEffect(() => () => cancelled.current?.abort(), []);

  const start = async (runs: readonly RunRow[]): Promise<ReadonlyMap<string, StopOutcome>> => {
    const control = new AbortController();
    cancelled.current = control;
    const outcomes = new Map<string, StopOutcome>();
    const waiting = [...runs];
    const show = (state: StopJob["state"]) => setJob({ runs, outcomes: new Map(outcomes), state });
    show("working");
    const work = async () => {
      for (let run = waiting.shift(); run && !control.signal.aborted; run = waiting.shift()) {
        outcomes.set(run.id, await stop(run.id));
        show("working");
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    show(control.signal.aborted ? "cancelled" : "done");
    return outcomes;
  };
  return {
    job,
    ask: (runs: readonly RunRow[]) => setJob({ runs, outcomes: new Map(), state: "asked" }),
    start,
    cancel: () => cancelled.current?.abort(),
    close: () => setJob(null),
  };
}

async function stop(id: string): Promise<StopOutcome> {
  for (let tries = 0; ; tries += 1) {
    try {
      const { message } = await call(stopRun, { params: { run_id: id } });
      return message ? { kind: "ended", note: message } : { kind: "stopped" };
    } catch (error) {
      const { status, message } = problemOf(error);
      // The pacer waits for the quota before it sends the next.
      if (status !== 429 || tries >= 5) return { kind: "failed", reason: message };
    }
  }
}
