import { pathTo } from "#api/path-to.ts";
import { useGo } from "#ui/link.tsx";
import { Tabs } from "#ui/tabs.tsx";

/** What starts runs of a team without a person, each kind with an address of its own. */
export function SchedulesTabs({ teamId, value }: { teamId: string; value: "week" | "list" | "webhook-sources" }) {
  const go = useGo();
  return (
    <Tabs
      label="Schedules and events"
      tabs={[
        { value: "week", label: "Week" },
        { value: "list", label: "List" },
        { value: "webhook-sources", label: "Webhook sources" },
      ]}
      value={value}
      onChange={(next) =>
        go(
          next === "webhook-sources"
            ? pathTo("/t/$teamId/webhook-sources", { teamId })
            : pathTo("/t/$teamId/schedules", { teamId }, next === "list" ? { view: next } : {}),
        )
      }
    />
  );
}
