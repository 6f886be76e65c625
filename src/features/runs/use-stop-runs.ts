import { call } from "#api/client.ts";
import { useOneByOne } from "#api/one-by-one.ts";
import type { RunRow } from "#contract/runs/run.ts";
import { stopRun } from "#contract/runs/runs.ts";

export function useStopRuns() {
  return useOneByOne<RunRow>(async ({ id }) => {
    const { message } = await call(stopRun, { params: { run_id: id } });
    return message ? { kind: "already", note: message } : { kind: "done" };
  });
}
