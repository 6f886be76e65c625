import { pathTo } from "#api/path-to.ts";
import { useGo } from "#ui/link.tsx";
import { Tabs } from "#ui/tabs.tsx";

/** Agents, and the automations that hold some of them; each list has an address of its own. */
export function AreaTabs({ teamId, value }: { teamId: string; value: "agents" | "automations" }) {
  const go = useGo();
  return (
    <Tabs
      label="Agents and automations"
      tabs={[
        { value: "agents", label: "Agents" },
        { value: "automations", label: "Automations" },
      ]}
      value={value}
      onChange={(next) => go(pathTo(`/t/$teamId/${next}`, { teamId }))}
    />
  );
}
