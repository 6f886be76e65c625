import { pathTo } from "#api/path-to.ts";
import { useGo } from "#ui/link.tsx";
import { Tabs } from "#ui/tabs.tsx";

/** What a team keeps to reach other services, each kind with an address of its own. */
export function ConnectionsTabs({ teamId, value }: { teamId: string; value: "connections" | "secrets" | "logins" }) {
  const go = useGo();
  return (
    <Tabs
      label="Connections"
      tabs={[
        { value: "connections", label: "Connections" },
        { value: "secrets", label: "Secrets" },
        { value: "logins", label: "Logins" },
      ]}
      value={value}
      onChange={(next) => go(pathTo(`/t/$teamId/${next}`, { teamId }))}
    />
  );
}
