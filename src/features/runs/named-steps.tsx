import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "#api/client.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import type { Topic } from "#contract/topics.ts";
import { runStepsRead } from "./queries.ts";
import { agentGone } from "./run-agent.ts";
import { ProcessOfRun } from "./run-steps.ts";

const reads: readonly Topic[] = ["clarity_process", "revision"];

/** The process that a revision's agent was built for. Few runs have one: what they need of clarity is loaded where there is. */
function processRead(build_id: string) {
  return queryOptions({
    queryKey: [reads, "getRevisionClarityProcess", { params: { build_id } }] as const,
    queryFn: async ({ signal }) => {
      const { getRevisionClarityProcess } = await import("#contract/clarity/automation.ts");
      return call(getRevisionClarityProcess, { params: { build_id } }, { signal });
    },
  });
}

/** Calls the steps of a run what its process calls them, in all that is inside. */
export function NamedSteps({ run, children }: { run: RunDetails; children: ReactNode }) {
  const steps = useQuery({ ...runStepsRead(run.id), enabled: run.model !== null }).data?.steps ?? [];
  const named = useQuery({ ...processRead(run.build_id), enabled: steps.length > 0 && agentGone(run) === undefined });
  return <ProcessOfRun value={{ teamId: run.team_id, process: named.data?.process ?? null }}>{children}</ProcessOfRun>;
}
