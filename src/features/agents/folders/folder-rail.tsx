import { Bot, Ellipsis, Folder, FolderMinus, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { AgentFolderRow } from "#contract/agents/agent-folders.ts";
import { cx } from "#ui/cx.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { AnyLink, type LinkTarget } from "#ui/link.tsx";
import { Menu } from "#ui/menu.tsx";
import { Select } from "#ui/select.tsx";
import { type FolderChoice, folderOptions, treeRows } from "./folder-tree.ts";
import { folderEntries, type FolderTask } from "./folder-tasks.tsx";

interface FoldersProps {
  folders: readonly AgentFolderRow[];
  chosen: FolderChoice;
  /** Whether the person may arrange agents. */
  arranges: boolean;
  onTask: (task: FolderTask) => void;
}

/** The folders beside a list of agents. */
export function FolderRail({ folders, chosen, arranges, onTask, link }: FoldersProps & { link: (folder: FolderChoice) => LinkTarget }) {
  return (
    <nav aria-label="Folders" className="w-60 shrink-0 overflow-y-auto border-e border-line p-2 max-md:hidden">
      <ul className="flex flex-col gap-px">
        <Place icon={Bot} name="All agents" link={link(undefined)} here={chosen === undefined} />
        {treeRows(folders).map(({ folder, depth }) => (
          <Place
            key={folder.id}
            icon={Folder}
            name={folder.name}
            count={folder.agent_count}
            depth={depth}
            link={link(folder.id)}
            here={chosen === folder.id}
          >
            {arranges ? (
              <FolderMenu
                folder={folder}
                onTask={onTask}
                className={cx(
                  chosen !== folder.id && "opacity-0 group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100",
                )}
              />
            ) : null}
          </Place>
        ))}
        <Place icon={FolderMinus} name="No folder" link={link("root")} here={chosen === "root"} />
      </ul>
    </nav>
  );
}

interface PlaceProps {
  icon: LucideIcon;
  name: string;
  count?: number;
  depth?: number;
  link: LinkTarget;
  here: boolean;
  children?: ReactNode;
}

function Place({ icon: Icon, name, count, depth = 0, link, here, children }: PlaceProps) {
  return (
    <li className={cx("group flex items-center rounded-md pe-1 hover:bg-hover", here && "chosen bg-pressed")}>
      <AnyLink
        link={link}
        aria-current={here ? "page" : undefined}
        style={{ paddingInlineStart: 8 + depth * 16 }}
        className={cx("flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md", here ? "font-medium text-ink" : "text-ink-2")}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1 truncate" title={name}>
          {name}
        </span>
        {count ? <span className="text-sm text-ink-3 tabular-nums">{count.toLocaleString("en")}</span> : null}
      </AnyLink>
      {children}
    </li>
  );
}

function FolderMenu({ folder, onTask, className }: Pick<FoldersProps, "onTask"> & { folder: AgentFolderRow; className?: string }) {
  return (
    <Menu
      entries={folderEntries(folder, onTask)}
      trigger={<IconButton icon={Ellipsis} size="sm" label={`Change ${folder.name}`} {...(className ? { className } : {})} />}
    />
  );
}

/** The same on a narrow screen: a choice, and what can be done with the chosen folder. */
export function FolderPicker({ folders, chosen, arranges, onTask, onChoose }: FoldersProps & { onChoose: (folder: FolderChoice) => void }) {
  const folder = folders.find(({ id }) => id === chosen);
  return (
    <div className="flex shrink-0 items-center gap-2 px-3 pt-2 md:hidden">
      <div className="min-w-0 flex-1">
        <Select
          aria-label="Folder"
          empty="All agents"
          options={[...folderOptions(folders), { value: "root", label: "No folder" }]}
          value={chosen ?? ""}
          onChange={(event) => onChoose(event.target.value === "" ? undefined : event.target.value)}
        />
      </div>
      {arranges && folder ? <FolderMenu folder={folder} onTask={onTask} /> : null}
    </div>
  );
}
