import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import { startTeamRun, stopRun } from "#contract/runs/runs.ts";
import { useGo } from "#ui/link.tsx";
import { problemOf } from "#ui/problem.ts";
import { dismissAbout, toast } from "#ui/toast.ts";
import { hasEnded } from "./run-status.ts";
import { againOf, assignCases, startAgain } from "./start-again.ts";

/** Stopping and starting again. A stop is over when the service says that the run has ended, not when the button was pressed. */
export function useRunActions(run: RunDetails) {
  const client = useQueryClient();
  const go = useGo();
  const [asked, setAsked] = useState(false);
  const [starting, setStarting] = useState(false);
  const stopping = useWrite(stopRun);
  const starts = useWrite(startTeamRun);
  const assigns = useWrite(assignCases);
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
      const { path, said } = await startAgain(client, run.team_id, againOf(run), {
        start: starts.mutateAsync,
        assign: assigns.mutateAsync,
      });
      toast(said);
      go(path);
    } catch (error) {
      toast(`It was not started again. ${problemOf(error).message}`, { failed: true });
    }
    setStarting(false);
  };
  return { stop, stopping: asked && !ended, again: () => void again(), starting, ended };
}
