import type { RunRow } from "#contract/runs/run.ts";
import { Duration } from "#ui/duration.tsx";
import { Status } from "#ui/status.tsx";
import type { Column } from "#ui/table-column.ts";
import { Time } from "#ui/time.tsx";
import { sourceName } from "./run-source.ts";
import { hasEnded } from "./run-status.ts";

export function runColumns(options: {
  nameOf: ((userId: string) => string | undefined) | undefined;
  order: "asc" | "desc";
  onSort: () => void;
}): Column<RunRow>[] {
  const { nameOf, order, onSort } = options;
  const startedBy: Column<RunRow>[] = nameOf
    ? [
        {
          id: "user",
          header: "Started by",
          width: "136px",
          from: "md",
          cell: (run) => (run.user_id && nameOf(run.user_id)) || <span className="text-ink-3">–</span>,
        },
      ]
    : [];
  return [
    {
      id: "title",
      header: "Run",
      cell: (run) => run.title,
      beneath: (run) => (
        <>
          <Status value={run.status} short /> · <NumberedAgent run={run} /> · <Time at={run.created_at} />
        </>
      ),
    },
    {
      id: "status",
      header: "Status",
      width: "118px",
      from: "sm",
      cell: (run) => <Status value={run.status} short />,
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
      from: "md",
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

/** Runs are numbered by agent, so the number stands with its name. */
function NumberedAgent({ run }: { run: RunRow }) {
  return (
    <>
      {run.agent_name} <span className="text-ink-3">#{run.run_number.toLocaleString("en")}</span>
    </>
  );
}
