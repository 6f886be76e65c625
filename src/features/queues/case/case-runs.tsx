import { runState } from "#api/states/run-states.ts";
import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import type { CaseRun } from "#contract/queues/case-runs.ts";
import type { RunWait } from "#contract/runs/run.ts";
import { caseRunsRead } from "#features/queues/case-queries.ts";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { RowWaits } from "#ui/waits.tsx";

/** The runs that had a case, the last one first. */
export function CaseRuns({ teamId, caseId }: { teamId: string; caseId: string }) {
  const runs = useQuery(caseRunsRead(caseId));
  return (
    <section aria-label="Runs">
      <h2 className="mb-2 font-semibold">Runs</h2>
      <Loaded query={runs} what="the runs of this case" inline skeleton={<Skeleton className="w-40" />}>
        {({ runs: rows, waits }) =>
          rows.length === 0 ? (
            <p className="text-ink-3">No runs yet.</p>
          ) : (
            <ul className="flex flex-col divide-y divide-line rounded-md border border-line text-sm">
              {rows.map((run) => (
                <Row key={run.id} teamId={teamId} run={run} wait={waits.find(({ run_id }) => run_id === run.id)} />
              ))}
              {rows.length >= 50 ? <li className="px-3 py-2 text-ink-3">The last 50 are shown.</li> : null}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function Row({ teamId, run, wait }: { teamId: string; run: CaseRun; wait: RunWait | undefined }) {
  const { evaluation } = run;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
      <AnyLink
        link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: run.id })}
        className="min-w-0 truncate rounded-sm font-medium hover:underline"
      >
        {run.agent_name}
      </AnyLink>
      <Status {...runState({ ...run, wait })} brief />
      {wait ? (
        <span className="text-ink-2">
          <RowWaits wait={wait} />
        </span>
      ) : null}
      {run.has_pending_human_request ? <span className="min-w-0 truncate text-waiting">{run.pending_human_request_title}</span> : null}
      {evaluation.status === "ready" ? (
        <span className="text-ink-2">
          {evaluation.passed} of {evaluation.total} passed
        </span>
      ) : null}
      <span className="ms-auto text-ink-3">
        Started <Time at={run.claimed_at} />
      </span>
    </li>
  );
}
