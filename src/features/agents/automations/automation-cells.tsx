import type { automationColumns, deletedAutomationColumns } from "#contract/agents/automation-columns.ts";
import type { Automation } from "#contract/agents/automations.ts";
import type { Cells } from "#lists/list-columns.ts";
import { Button } from "#ui/button.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";

const members = {
  name: (row: Automation) => row.name,
  agents: (row: Automation) => row.agent_count.toLocaleString("en"),
  queues: (row: Automation) => row.queue_count.toLocaleString("en"),
};

/** All that a phone says of an automation beside its name. */
export const automationLine = ({ active_revision_number: active, updated_at }: Automation) => (
  <>
    {active === null ? "Not active" : `Revision ${active} active`} · <Time at={updated_at} />
  </>
);

export const automationCells: Cells<typeof automationColumns, Automation> = {
  ...members,
  state: ({ active_revision_number: active }) =>
    active === null ? <Status look="idle" word="Not active" /> : <Status look="live" word={`Revision ${active} active`} />,
  changed: (row) => <Time at={row.updated_at} />,
};

export function deletedCells(
  mayRestore: (row: Automation) => boolean,
  onRestore: (row: Automation) => void,
): Cells<typeof deletedAutomationColumns, Automation> {
  return {
    ...members,
    deleted: (row) => <Time at={row.deleted_at} />,
    actions: (row) =>
      mayRestore(row) ? (
        <Button size="sm" aria-label={`Restore ${row.name}`} onClick={() => onRestore(row)}>
          Restore
        </Button>
      ) : null,
  };
}
