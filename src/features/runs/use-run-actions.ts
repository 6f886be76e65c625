import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import { startTeamRun, stopRun } from "#contract/runs/runs.ts";
import { useGo } from "#ui/link.tsx";
import { problemOf } from "#ui/problem.ts";
import { dismissAbout, toast } from "#ui/toast.ts";
import { messagesRead } from "./queries.ts";
import { hasEnded } from "./run-status.ts";

/** Stopping and starting again. A stop is over when the service says that the run has ended, not when the button was pressed. */
export function useRunActions(run: RunDetails) {
  const client = useQueryClient();
  const go = useGo();
  const [asked, setAsked] = useState(false);
  const [starting, setStarting] = useState(false);
  const stopping = useWrite(stopRun);
  const starts = useWrite(startTeamRun);
  const ended = hasEnded(run.status);
  if (asked && ended) setAsked(false);

  // A try that failed is said until the next one.
  const about = `stop ${run.id}`;
  const stop = () => {
    if (ended || asked) return;
    setAsked(true);
    dismissAbout(about);
    stopping.mutate(
      { params: { run_id: run.id } },
      {
        onSuccess: ({ message }) => message && toast(message),
        onError: (error) => {
          setAsked(false);
          toast(`The run was not stopped. ${error.message}`, { failed: true, about });
        },
      },
    );
  };
  const again = async () => {
    if (starting) return;
    setStarting(true);
    try {
      const { messages } = await client.ensureQueryData(messagesRead(run.id, 0));
      const message = messages.find(({ type, role }) => type === "text" && role === "user")?.text_content;
      const { run: next } = await starts.mutateAsync({
        params: { teamId: run.team_id },
        body: { agent_id: run.agent_id, ...(message ? { message } : {}) },
      });
      toast("Started again with the same first message.");
      go(pathTo("/t/$teamId/runs/$runId", { teamId: run.team_id, runId: next.id }));
    } catch (error) {
      toast(`It was not started again. ${problemOf(error).message}`, { failed: true });
    }
    setStarting(false);
  };
  return { stop, stopping: asked && !ended, again: () => void again(), starting, ended };
}
