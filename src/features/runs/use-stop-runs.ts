import { call } from "#api/client.ts";
import { type OneByOneOptions, useOneByOne } from "#api/one-by-one.ts";
import { stopRun } from "#contract/runs/runs.ts";
import { counted } from "#ui/counted.ts";

export const stopWords = {
  things: (count: number) => counted(count, "run", "runs"),
  act: "Stop",
  acting: "Stopping",
  acted: "stopped",
  already: "had already ended",
};

/** Stops runs, and closes with each what it asks. */
export function useStopRuns<T extends { readonly id: string }>(options?: OneByOneOptions) {
  return useOneByOne<T>(async ({ id }) => {
    const { message } = await call(stopRun, { params: { run_id: id } });
    return message ? { kind: "already", note: message } : { kind: "done" };
  }, options);
}
