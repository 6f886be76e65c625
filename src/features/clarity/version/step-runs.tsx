import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { runState } from "#api/states/run-states.ts";
import type { ClarityStepRun } from "#contract/clarity/step-runs.ts";
import { PanelSection } from "#features/clarity/panel-section.tsx";
import { stepRunsRead } from "#features/clarity/queries.ts";
import { Button } from "#ui/button.tsx";
import { durationOf } from "#ui/duration.tsx";
import { AnyLink } from "#ui/link.tsx";
import { problemOf } from "#ui/problem.ts";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";

/** Runs that are shown at first, and at most. */
const [few, many] = [5, 50];

/** The runs of the process's agent that did a step, the last ones first. Nothing while there are none. */
export function StepRuns({ teamId, processId, stepId }: { teamId: string; processId: string; stepId: string }) {
  const [failed, setFailed] = useState(false);
  const [limit, setLimit] = useState(few);
  const { data, error, refetch } = useQuery(stepRunsRead(processId, stepId, { failed, limit }));
  if (error && !data) {
    return (
      <PanelSection title="Runs">
        <p role="alert" className="flex items-center justify-between gap-2 text-sm text-failed">
          {problemOf(error).message}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      </PanelSection>
    );
  }
  if (!data || (data.runs.length === 0 && !failed)) return null;
  const { runs, total, failed_total } = data;
  return (
    <PanelSection title="Runs" count={failed ? failed_total : total}>
      {failed_total > 0 || failed ? (
        <Button size="sm" aria-pressed={failed} className="mb-2" onClick={() => setFailed(!failed)}>
          Failed here: {failed_total.toLocaleString("en")}
        </Button>
      ) : null}
      {runs.length === 0 ? <p className="text-sm text-ink-3">No run failed here.</p> : null}
      <ul className="flex flex-col gap-1.5 text-sm">
        {runs.map((run) => (
          <RunRow key={run.run_id} teamId={teamId} run={run} />
        ))}
      </ul>
      {total > runs.length && limit < many ? (
        <Button size="sm" className="mt-2" onClick={() => setLimit(many)}>
          Show more
        </Button>
      ) : null}
      {total > runs.length && limit === many ? <Note>{`These are the last ${runs.length} of ${total.toLocaleString("en")}.`}</Note> : null}
    </PanelSection>
  );
}

function RunRow({ teamId, run }: { teamId: string; run: ClarityStepRun }) {
  const { run_id: runId, message_offset: at, took_ms, waited_ms, times } = run;
  const link = pathTo("/t/$teamId/runs/$runId", { teamId, runId }, at === null ? {} : { at });
  const facts = [
    ...(run.failed ? ["failed here"] : []),
    ...(took_ms === null ? [] : [durationOf(took_ms)]),
    ...(waited_ms >= 1000 ? [`${durationOf(waited_ms)} waiting`] : []),
    ...(times > 1 ? [`${times} times`] : []),
  ];
  return (
    <li className="flex items-start gap-2">
      <span className="flex h-5 shrink-0 items-center">
        <Status {...runState(run)} iconOnly />
      </span>
      <span className="min-w-0 flex-1">
        <AnyLink link={link} className="rounded-sm text-accent-ink underline-offset-2 hover:underline">
          {run.agent_name}, run {run.run_number.toLocaleString("en")}
        </AnyLink>
        {facts.length > 0 ? (
          <span className={run.failed ? "block text-xs text-failed" : "block text-xs text-ink-3"}>{facts.join(" · ")}</span>
        ) : null}
      </span>
      <span className="shrink-0 text-xs leading-5 text-ink-3">
        <Time at={run.started_at} />
      </span>
    </li>
  );
}

const Note = ({ children }: { children: ReactNode }) => <p className="mt-2 text-xs text-ink-3">{children}</p>;
