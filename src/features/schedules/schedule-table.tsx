import { wasMadeHere, wasTakenAway } from "#api/stale.ts";
import { scheduleColumns } from "#contract/schedules/schedule-columns.ts";
import type { TeamSchedule } from "#contract/schedules/schedule-firings.ts";
import { scheduleList } from "#contract/schedules/schedule-list.ts";
import { columnsOf } from "#lists/list-columns.ts";
import type { LinkTarget } from "#ui/link.tsx";
import { SteadyTable } from "#ui/steady-table.tsx";
import { scheduleCells, scheduleLine } from "./schedule-cells.tsx";

interface ScheduleTableProps {
  rows: readonly TeamSchedule[];
  total: number;
  link: (id: string) => LinkTarget;
  /** Names what is looked at. */
  view: string;
  /** Shows whose they are. */
  owners: boolean;
}

/** The schedules of one agent, in the columns of the team's. */
export function ScheduleTable({ rows, total, link, view, owners }: ScheduleTableProps) {
  const looks = { cells: scheduleCells({ owners, agents: false }), beneath: (row: TeamSchedule) => scheduleLine(row, false) };
  return (
    <SteadyTable
      label="Schedules"
      rows={rows}
      rowId={({ id }) => id}
      rowLink={({ id }) => link(id)}
      columns={columnsOf({ list: scheduleList, columns: scheduleColumns, ...looks, search: {}, onSearch: () => undefined })}
      total={total}
      offset={0}
      view={view}
      sentAway={wasTakenAway}
      madeHere={wasMadeHere}
    />
  );
}
