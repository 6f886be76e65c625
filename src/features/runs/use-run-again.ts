import { useQueryClient } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useOneByOne } from "#api/one-by-one.ts";
import type { RunRow } from "#contract/runs/run.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { counted } from "#ui/counted.ts";
import { againOfRow, assignCases, startAgain } from "./start-again.ts";

export const againWords = {
  things: (count: number) => counted(count, "run", "runs"),
  act: "Start",
  acting: "Starting",
  acted: "started again",
  already: "had already started",
};

/** Starts runs again, each as {@link startAgain} does. */
export function useRunAgain(teamId: string) {
  const client = useQueryClient();
  return useOneByOne<RunRow>(
    async (run) => {
      const { said, already } = await startAgain(client, teamId, againOfRow(run), {
        start: (input) => call(startTeamRun, input),
        assign: (input) => call(assignCases, input),
      });
      return already ? { kind: "already", note: said } : { kind: "done" };
    },
    { changes: [...new Set([...startTeamRun.changes, ...assignCases.changes])] },
  );
}
