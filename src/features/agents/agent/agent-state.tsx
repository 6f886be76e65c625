import { useQuery } from "@tanstack/react-query";
import { CircleHelp, CircleX } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { failureNames } from "#contract/runs/failure-names.ts";
import type { FailureCode } from "#contract/runs/failures.ts";
import type { RunStatus } from "#contract/runs/run.ts";
import { getRunDetails, listTeamRuns } from "#contract/runs/runs.ts";
import { counted } from "#ui/counted.ts";
import { AnyLink } from "#ui/link.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";

/** What the runs of an agent do right now: how many work, how many wait for a person, and when the last one failed. Nothing of what there is not. */
export function AgentState({ teamId, agentId }: { teamId: string; agentId: string }) {
  const running = useQuery(newestRead(teamId, agentId, "running")).data;
  const waiting = useQuery(newestRead(teamId, agentId, "waiting")).data;
  const failed = useQuery(newestRead(teamId, agentId, "failed")).data?.data[0];
  const details = useQuery({ ...read(getRunDetails, { params: { run_id: failed?.id ?? "" } }), enabled: failed !== undefined }).data;
  const list = (status: "running" | "waiting") => pathTo("/t/$teamId/runs", { teamId }, { agent: agentId, status });
  return (
    <>
      {running && running.total > 0 ? (
        <AnyLink link={list("running")} className="hover:underline">
          <Status look="working" word={`${running.total.toLocaleString("en")} running`} />
        </AnyLink>
      ) : null}
      {waiting && waiting.total > 0 ? (
        <AnyLink link={list("waiting")} className="inline-flex items-center gap-1.5 text-waiting hover:underline">
          <CircleHelp size={14} strokeWidth={1.75} aria-hidden />
          {counted(waiting.total, "run waits for a person", "runs wait for a person")}
        </AnyLink>
      ) : null}
      {failed ? (
        <AnyLink
          link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: failed.id })}
          className="inline-flex min-w-0 items-center gap-1.5 text-failed hover:underline"
        >
          <CircleX size={14} strokeWidth={1.75} aria-hidden className="shrink-0" />
          <span className="truncate">
            Last failure <Time at={failed.completed_at ?? failed.updated_at} />
            {details?.run.failure ? `: ${causeOf(details.run.failure.code)}` : ""}
          </span>
        </AnyLink>
      ) : null}
    </>
  );
}

function newestRead(teamId: string, agentId: string, status: RunStatus) {
  return read(listTeamRuns, { params: { teamId }, query: { agent_id: agentId, status, limit: 1 } });
}

function causeOf(code: string): string {
  return (failureNames[code as FailureCode] ?? failureNames.unknown).toLowerCase();
}
