import { runState } from "#api/states/run-states.ts";
import { ArrowRight, CornerLeftUp } from "lucide-react";
import { createContext, type ReactNode, use } from "react";
import { pathTo } from "#api/path-to.ts";
import type { RelatedRun, RunDetails } from "#contract/runs/run.ts";
import { AnyLink } from "#ui/link.tsx";
import { Status } from "#ui/status.tsx";
import { RowWaits } from "#ui/waits.tsx";

/** What the run that is shown has started, for the calls in its transcript. */
export const ChildRuns = createContext<{ readonly teamId: string; readonly runs: readonly RelatedRun[] }>({ teamId: "", runs: [] });

/** The run that a call started, with its state as it is now. */
export function RunOfCall({ callId }: { callId: string | undefined }) {
  const { teamId, runs } = use(ChildRuns);
  const run = runs.find(({ tool_call_id: id }) => id !== null && id === callId);
  if (!run) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 px-3 pb-2 ps-8 text-sm">
      <ArrowRight size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
      <RunLink teamId={teamId} run={run} />
      <RelatedStatus run={run} />
    </p>
  );
}

/** Which run this one comes from, and those it started, in the column of facts. */
export function RelatedRuns({ run }: { run: RunDetails }) {
  const { parent, children, team_id: teamId } = run;
  if (!parent && children.length === 0) return null;
  return (
    <section aria-label="Related runs" className="flex flex-col gap-3 border-t border-line p-4 text-sm">
      {parent ? (
        <Group title={parent.kind === "handover" ? "Handed off by" : "Asked by"}>
          <li className="flex flex-wrap items-center gap-x-2">
            <CornerLeftUp size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
            <RunLink teamId={teamId} run={parent} />
            <RelatedStatus run={parent} />
          </li>
        </Group>
      ) : null}
      <Children title="Handed off to" teamId={teamId} runs={children.filter(({ kind }) => kind === "handover")} />
      <Children title="Asked" teamId={teamId} runs={children.filter(({ kind }) => kind === "sub_agent")} />
    </section>
  );
}

function Children({ title, teamId, runs }: { title: string; teamId: string; runs: readonly RelatedRun[] }) {
  if (runs.length === 0) return null;
  return (
    <Group title={title}>
      {runs.map((run) => (
        <li key={run.id} className="flex flex-wrap items-center gap-x-2">
          <ArrowRight size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
          <RunLink teamId={teamId} run={run} />
          <RelatedStatus run={run} />
        </li>
      ))}
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-ink-3">{title}</h2>
      <ul className="mt-1 flex flex-col gap-1">{children}</ul>
    </div>
  );
}

function RunLink({ teamId, run }: { teamId: string; run: RelatedRun }) {
  return (
    <AnyLink
      link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: run.id })}
      className="inline-flex min-h-6 items-center rounded-sm text-accent-ink underline-offset-2 hover:underline"
    >
      {run.agent_name}, run {run.run_number.toLocaleString("en")}
    </AnyLink>
  );
}

function RelatedStatus({ run }: { run: RelatedRun }) {
  return (
    <>
      <Status {...runState(run)} />
      {run.wait ? (
        <span className="text-ink-2">
          <RowWaits wait={run.wait} />
        </span>
      ) : null}
    </>
  );
}
