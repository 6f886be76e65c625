import { caseStates } from "#api/states/case-states.ts";
import type { Case, CaseEvent } from "#contract/queues/case.ts";
import { Priority } from "#features/queues/cells/case-cells.tsx";
import { Facts } from "#ui/side-panel.tsx";
import { Status } from "#ui/status.tsx";
import { FullTime, Time } from "#ui/time.tsx";

/** The side of a case's page: where it stands. */
export function CaseFacts({ one, events }: { one: Case; events: readonly CaseEvent[] }) {
  return (
    <Facts
      rows={[
        ["Status", <Status key="status" {...caseStates[one.display_status]} />],
        ["Priority", <Priority key="priority" value={one.priority} />],
        ...(one.postponed_to && one.display_status === "postponed"
          ? [["Postponed to", <FullTime key="postponed" at={one.postponed_to} />] as const]
          : []),
        ["Created by", one.created_by_user_name ?? one.created_by_user_email ?? (events[0]?.agent_name || "–")],
        ["Created", <Time key="created" at={one.created_at} />],
        ["Changed", <Time key="changed" at={one.updated_at} />],
        ...(one.completed_at ? [["Closed", <Time key="settled" at={one.completed_at} />] as const] : []),
      ]}
    />
  );
}
