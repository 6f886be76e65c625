import type { Automation } from "#contract/agents/automations.ts";
import { Button } from "#ui/button.tsx";
import { Status } from "#ui/status.tsx";
import type { Column } from "#ui/table-column.ts";
import { Time } from "#ui/time.tsx";

const members: readonly Column<Automation>[] = [
  { id: "name", header: "Name", wrap: true, cell: (row) => <span className="max-sm:line-clamp-2 sm:block sm:truncate">{row.name}</span> },
  { id: "agents", header: "Agents", width: "80px", align: "end", cell: (row) => row.agent_count.toLocaleString("en") },
  { id: "queues", header: "Queues", width: "80px", align: "end", cell: (row) => row.queue_count.toLocaleString("en") },
];

export const automationColumns: readonly Column<Automation>[] = [
  ...members,
  {
    id: "state",
    header: "State",
    width: "160px",
    from: "sm",
    cell: ({ active_revision_number: active }) =>
      active === null ? <Status look="idle" word="Not active" /> : <Status look="live" word={`Revision ${active} active`} />,
  },
  { id: "changed", header: "Changed", width: "110px", align: "end", from: "md", cell: (row) => <Time at={row.updated_at} /> },
];

export function deletedColumns(
  mayRestore: (row: Automation) => boolean,
  onRestore: (row: Automation) => void,
): readonly Column<Automation>[] {
  return [
    ...members,
    { id: "deleted", header: "Deleted", width: "110px", align: "end", from: "sm", cell: (row) => <Time at={row.deleted_at} /> },
    {
      id: "actions",
      header: "Actions",
      width: "96px",
      align: "end",
      cell: (row) =>
        mayRestore(row) ? (
          <Button size="sm" aria-label={`Restore ${row.name}`} onClick={() => onRestore(row)}>
            Restore
          </Button>
        ) : null,
    },
  ];
}
