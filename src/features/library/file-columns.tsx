import { Ellipsis, Folder } from "lucide-react";
import { Bytes } from "#ui/bytes.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";
import type { Column } from "#ui/table-column.ts";
import { Time } from "#ui/time.tsx";
import { type FileAct, fileMenu } from "./file-actions.ts";
import type { Entry } from "./file-entries.ts";
import type { FileSearch, SortKey } from "./file-search.ts";
import { folderOf, typeOf } from "./file-types.ts";

interface Options {
  readonly teamId: string;
  readonly search: FileSearch;
  readonly onSort: (sort: SortKey) => void;
  readonly onAct: (act: FileAct) => void;
}

export function fileColumns({ teamId, search, onSort, onAct }: Options): Column<Entry>[] {
  const sorting = (key: SortKey) => ({
    onSort: () => onSort(key),
    ...((search.sort ?? "name") === key ? { sorted: search.desc ? ("desc" as const) : ("asc" as const) } : {}),
  });
  return [
    { id: "name", header: "Name", cell: (entry) => <Name entry={entry} found={search.q !== undefined} />, ...sorting("name") },
    {
      id: "type",
      header: "Type",
      width: "120px",
      from: "md",
      cell: (entry) => (
        <span className="text-ink-2">
          {entry.kind === "folder" ? `${entry.count} ${entry.count === 1 ? "file" : "files"}` : typeOf(entry.name).label}
        </span>
      ),
    },
    { id: "size", header: "Size", width: "96px", align: "end", cell: (entry) => <Bytes size={entry.size} />, ...sorting("size") },
    {
      id: "changed",
      header: "Changed",
      width: "136px",
      from: "sm",
      align: "end",
      cell: (entry) => <Time at={entry.changed} />,
      ...sorting("changed"),
    },
    {
      id: "actions",
      header: "",
      width: "56px",
      align: "end",
      cell: (entry) =>
        entry.kind === "folder" ? null : (
          // Above the link that covers the row.
          <span className="relative z-1 inline-flex align-middle">
            <Menu
              trigger={<IconButton icon={Ellipsis} label={`Actions for ${entry.name}`} size="sm" />}
              entries={fileMenu(teamId, entry.file, onAct)}
            />
          </span>
        ),
    },
  ];
}

function Name({ entry, found }: { entry: Entry; found: boolean }) {
  const Icon = entry.kind === "folder" ? Folder : typeOf(entry.name).icon;
  const folder = folderOf(entry.path);
  return (
    <span className="flex min-w-0 items-center gap-2" title={entry.path}>
      <Icon
        size={16}
        strokeWidth={1.75}
        aria-hidden
        className={entry.kind === "folder" ? "shrink-0 text-accent-ink" : "shrink-0 text-ink-3"}
      />
      <span className="truncate">{entry.name}</span>
      {found && folder !== "" ? <span className="shrink truncate font-normal text-ink-3">{folder}/</span> : null}
    </span>
  );
}
