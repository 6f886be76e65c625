import { useQueryClient } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useOneByOne } from "#api/one-by-one.ts";
import type { RunRow } from "#contract/runs/run.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { counted } from "#ui/counted.ts";
import { messagesRead } from "./queries.ts";

export const againWords = {
  things: (count: number) => counted(count, "run", "runs"),
  act: "Start",
  acting: "Starting",
  acted: "started again",
  already: "had already started",
};

/** Starts runs of the same agents with the same first messages, on the revisions that are live now. */
export function useRunAgain(teamId: string) {
  const client = useQueryClient();
  return useOneByOne<RunRow>(
    async (run) => {
      const { messages } = await client.ensureQueryData(messagesRead(run.id, 0));
      const message = messages.find(({ type, role }) => type === "text" && role === "user")?.text_content;
      await call(startTeamRun, { params: { teamId }, body: { agent_id: run.agent_id, ...(message ? { message } : {}) } });
      return { kind: "done" };
    },
    { changes: startTeamRun.changes },
  );
}
