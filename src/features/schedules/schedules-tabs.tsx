import { pathTo } from "#api/path-to.ts";
import { useGo } from "#ui/link.tsx";
import { Tabs } from "#ui/tabs.tsx";

/** What starts runs of a team without a person, each kind with an address of its own. */
export function SchedulesTabs({ teamId, value }: { teamId: string; value: "schedules" | "webhook-sources" }) {
  const go = useGo();
  return (
    <Tabs
      label="Schedules and events"
      tabs={[
        { value: "schedules", label: "Schedules" },
        { value: "webhook-sources", label: "Webhook sources" },
      ]}
      value={value}
      onChange={(next) => go(pathTo(next === "schedules" ? "/t/$teamId/schedules" : "/t/$teamId/webhook-sources", { teamId }))}
    />
  );
}
