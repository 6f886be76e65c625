import { pathTo } from "#api/path-to.ts";
import { useGo } from "#ui/link.tsx";
import { Tabs } from "#ui/tabs.tsx";

/** The landscape and the list of processes; each has an address of its own. */
export function ClarityTabs({
  teamId,
  value,
  processes,
}: {
  teamId: string;
  value: "landscape" | "processes";
  processes?: number | undefined;
}) {
  const go = useGo();
  return (
    <Tabs
      label="Clarity"
      tabs={[
        { value: "landscape", label: "Landscape" },
        { value: "processes", label: "Processes", count: processes },
      ]}
      value={value}
      onChange={(next) =>
        go(next === "landscape" ? pathTo("/t/$teamId/clarity", { teamId }) : pathTo("/t/$teamId/clarity/processes", { teamId }))
      }
    />
  );
}
