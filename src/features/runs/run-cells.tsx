import { runState } from "#api/states/run-states.ts";
import type { RunWait } from "#contract/runs/run.ts";
import type { runColumns } from "#contract/runs/run-export.ts";
import type { Cells } from "#lists/list-columns.ts";
import { Duration } from "#ui/duration.tsx";
import { NoLongerListed, noLongerListed } from "#ui/no-longer-listed.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { RowWaits } from "#ui/waits.tsx";
import type { ListedRun } from "./queries.ts";
import { sourceName } from "./run-source.ts";
import { hasEnded } from "./run-status.ts";

interface Options {
  /** Absent where only one's own runs are listed. */
  readonly nameOf: ((userId: string) => string | undefined) | undefined;
  /** Runs that are shown, that the list has no more and whose state is not known. */
  readonly gone: ReadonlySet<string>;
}

export function runCells({ nameOf, gone }: Options): Cells<typeof runColumns, ListedRun> {
  return {
    title: (run) => (run.wait ? <WaitingTitle title={run.title} wait={run.wait} /> : <RunTitle run={run} />),
    status: (run) => (gone.has(run.id) ? <NoLongerListed /> : <Status {...runState(run)} brief />),
    agent: (run) => <NumberedAgent run={run} />,
    source: (run) => sourceName(run.source),
    user: nameOf ? (run) => (run.user_id && nameOf(run.user_id)) || <span className="text-ink-3">–</span> : null,
    duration: (run) => <Duration from={run.started_at} to={hasEnded(run.status) ? (run.completed_at ?? run.updated_at) : null} />,
    created: (run) => <Time at={run.created_at} />,
  };
}

/** All that a phone says of a run beside its title. */
export function runLine(run: ListedRun, gone: ReadonlySet<string>) {
  return gone.has(run.id) ? (
    noLongerListed
  ) : (
    <>
      <Status {...runState(run)} brief /> · {run.wait ? <RowWaits wait={run.wait} /> : <NumberedAgent run={run} />} ·{" "}
      <Time at={run.created_at} />
    </>
  );
}

/** With why it failed, each in the direction of its own words. */
function RunTitle({ run: { title, failure_message } }: { run: ListedRun }) {
  if (failure_message === null) return title;
  return (
    <>
      <bdi>{title}</bdi> <bdi className="font-normal text-ink-3">{failure_message}</bdi>
    </>
  );
}

/** What a run waits for is whole, however long its title is; a narrow screen says it beneath. */
function WaitingTitle({ title, wait }: { title: string; wait: RunWait }) {
  return (
    <span className="inline-flex max-w-full gap-3 align-bottom max-sm:block max-sm:truncate">
      <span className="min-w-0 truncate">{title}</span>
      <span className="shrink-0 text-xs leading-5 font-normal text-ink-3 max-sm:hidden">
        <RowWaits wait={wait} />
      </span>
    </span>
  );
}

/** Runs are numbered by agent, so the number stands with its name. */
function NumberedAgent({ run }: { run: Pick<ListedRun, "agent_name" | "run_number"> }) {
  return (
    <>
      <bdi>{run.agent_name}</bdi> <span className="text-ink-3">#{run.run_number.toLocaleString("en")}</span>
    </>
  );
}
