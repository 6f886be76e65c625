import { Ellipsis, Folder } from "lucide-react";
import type { fileColumns } from "#contract/library/file-export.ts";
import type { Cells } from "#lists/list-columns.ts";
import { Bytes } from "#ui/bytes.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";
import { Time } from "#ui/time.tsx";
import { type FileAct, fileMenu } from "./file-actions.ts";
import type { Entry } from "./file-entries.ts";
import { folderOf, typeOf } from "./file-types.ts";

interface Options {
  readonly teamId: string;
  /** A search finds in every folder below. */
  readonly found: boolean;
  readonly onAct: (act: FileAct) => void;
}

export function fileCells({ teamId, found, onAct }: Options): Cells<typeof fileColumns, Entry> {
  return {
    name: (entry) => <Name entry={entry} found={found} />,
    type: (entry) => (
      <span className="text-ink-2">
        {entry.kind === "folder" ? `${entry.count} ${entry.count === 1 ? "file" : "files"}` : typeOf(entry.name).label}
      </span>
    ),
    size: (entry) => <Bytes size={entry.size} />,
    changed: (entry) => <Time at={entry.changed} />,
    actions: (entry) =>
      entry.kind === "folder" ? null : (
        // Above the link that covers the row.
        <span className="relative z-1 inline-flex align-middle">
          <Menu
            trigger={<IconButton icon={Ellipsis} label={`Actions for ${entry.name}`} size="sm" />}
            entries={fileMenu(teamId, entry.file, onAct)}
          />
        </span>
      ),
  };
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
