import { Ellipsis } from "lucide-react";
import type { AgentFolderRow } from "#contract/agents/agent-folders.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";
import { Select } from "#ui/select.tsx";
import { type FolderChoice, treeRows } from "./folder-tree.ts";
import { folderEntries, type FolderTask } from "./folder-tasks.tsx";

interface FolderFilterProps {
  folders: readonly AgentFolderRow[];
  chosen: FolderChoice;
  /** Whether the person may arrange agents. */
  arranges: boolean;
  onTask: (task: FolderTask) => void;
  onChoose: (folder: FolderChoice) => void;
}

/** Which folder a list of agents shows, and what can be done with the chosen one. */
export function FolderFilter({ folders, chosen, arranges, onTask, onChoose }: FolderFilterProps) {
  const folder = folders.find(({ id }) => id === chosen);
  const options = treeRows(folders).map(({ folder: { id, name, agent_count: count }, depth }) => ({
    value: id,
    label: `${"\u2003".repeat(depth)}${name}${count ? ` (${count.toLocaleString("en")})` : ""}`,
  }));
  // An address can name one that is gone.
  const gone = chosen && chosen !== "root" && !folder ? [{ value: chosen, label: "Unknown folder" }] : [];
  return (
    <div className="flex items-center gap-1 max-sm:order-last max-sm:w-full">
      <div className="min-w-0 flex-1 sm:w-36">
        <Select
          aria-label="Folder"
          empty="All folders"
          options={[...options, { value: "root", label: "No folder" }, ...gone]}
          value={chosen ?? ""}
          onChange={(event) => onChoose(event.target.value === "" ? undefined : event.target.value)}
        />
      </div>
      {arranges && folder ? (
        <Menu entries={folderEntries(folder, onTask)} trigger={<IconButton icon={Ellipsis} size="sm" label={`Change ${folder.name}`} />} />
      ) : null}
    </div>
  );
}
