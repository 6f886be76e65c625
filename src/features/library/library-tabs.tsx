import { pathTo } from "#api/path-to.ts";
import { useGo } from "#ui/link.tsx";
import { Tabs } from "#ui/tabs.tsx";

/** The parts of the library, each with an address of its own. */
export function LibraryTabs({ teamId, value }: { teamId: string; value: "files" | "skills" | "plugins" }) {
  const go = useGo();
  return (
    <Tabs
      label="Library"
      tabs={[
        { value: "files", label: "Files" },
        { value: "skills", label: "Skills" },
        { value: "plugins", label: "Plugins" },
      ]}
      value={value}
      onChange={(next) => go(pathTo(`/t/$teamId/${next}`, { teamId }))}
    />
  );
}
