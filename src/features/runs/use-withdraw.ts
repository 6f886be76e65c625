import { useQueryClient } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { undoTime } from "#api/decisions.ts";
import { useOneByOne } from "#api/one-by-one.ts";
import { readAgain } from "#api/stale.ts";
import { stopRun } from "#contract/runs/runs.ts";

/** A run whose questions are withdrawn with it, and what to call it by. */
export interface AskingRun {
  readonly id: string;
  readonly asks: string;
  readonly about: string;
}

/** Each run once, whatever it asks. */
export function askingRuns(asked: readonly { run_id: string; title: string; about: string }[]): AskingRun[] {
  const runs = new Map(asked.map(({ run_id, title, about }) => [run_id, { id: run_id, asks: title, about }]));
  return [...runs.values()];
}

/** Stops runs, and closes with each what it asks. */
export function useWithdraw() {
  const client = useQueryClient();
  const walking = useOneByOne<AskingRun>(async ({ id }) => {
    const { message } = await call(stopRun, { params: { run_id: id } });
    return message ? { kind: "already", note: message } : { kind: "done" };
  }, undoTime);
  return {
    ...walking,
    start: async (runs: readonly AskingRun[]) => {
      await walking.start(runs);
      readAgain(client, ([area]) => area === "Runs" || area === "Cases");
    },
  };
}
