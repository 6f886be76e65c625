import { runState } from "#api/states/run-states.ts";
import type { RunWait } from "#contract/runs/run.ts";
import { Duration } from "#ui/duration.tsx";
import { NoLongerListed, noLongerListed } from "#ui/no-longer-listed.tsx";
import { Status } from "#ui/status.tsx";
import type { Column } from "#ui/table-column.ts";
import { Time } from "#ui/time.tsx";
import type { ListedRun } from "./queries.ts";
import { sourceName } from "./run-source.ts";
import { RowWaits } from "#ui/waits.tsx";
import { hasEnded } from "./run-status.ts";

export function runColumns(options: {
  nameOf: ((userId: string) => string | undefined) | undefined;
  order: "asc" | "desc";
  onSort: () => void;
  /** Runs that are shown, that the list has no more and whose state is not known. */
  gone: ReadonlySet<string>;
}): Column<ListedRun>[] {
  const { nameOf, order, onSort, gone } = options;
  const startedBy: Column<ListedRun>[] = nameOf
    ? [
        {
          id: "user",
          header: "Started by",
          width: "136px",
          from: "lg",
          cell: (run) => (run.user_id && nameOf(run.user_id)) || <span className="text-ink-3">–</span>,
        },
      ]
    : [];
  return [
    {
      id: "title",
      header: "Run",
      cell: (run) => (run.wait ? <WaitingTitle title={run.title} wait={run.wait} /> : run.title),
      beneath: (run) =>
        gone.has(run.id) ? (
          noLongerListed
        ) : (
          <>
            <Status {...runState(run)} brief /> · {run.wait ? <RowWaits wait={run.wait} /> : <NumberedAgent run={run} />} ·{" "}
            <Time at={run.created_at} />
          </>
        ),
    },
    {
      id: "status",
      header: "Status",
      width: "136px",
      from: "sm",
      cell: (run) => (gone.has(run.id) ? <NoLongerListed /> : <Status {...runState(run)} brief />),
    },
    {
      id: "agent",
      header: "Agent",
      width: "20%",
      from: "sm",
      quiet: true,
      cell: (run) => <NumberedAgent run={run} />,
    },
    {
      id: "source",
      header: "Source",
      width: "92px",
      from: "lg",
      quiet: true,
      cell: (run) => sourceName(run.source),
    },
    ...startedBy,
    {
      id: "duration",
      header: "Duration",
      width: "108px",
      from: "md",
      align: "end",
      cell: (run) => <Duration from={run.started_at} to={hasEnded(run.status) ? (run.completed_at ?? run.updated_at) : null} />,
    },
    {
      id: "created",
      header: "Created",
      width: "92px",
      from: "sm",
      align: "end",
      sorted: order,
      onSort,
      cell: (run) => <Time at={run.created_at} />,
    },
  ];
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
function NumberedAgent({ run }: { run: ListedRun }) {
  return (
    <>
      {run.agent_name} <span className="text-ink-3">#{run.run_number.toLocaleString("en")}</span>
    </>
  );
}
