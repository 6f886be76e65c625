import { ChevronDown, ChevronRight, File } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { BundleFile } from "#contract/agents/config.ts";
import { cx } from "#ui/cx.ts";
import { TailText } from "#ui/tail-text.tsx";
import { treeRows } from "./tree-rows.ts";

interface CodeTreeProps {
  files: readonly BundleFile[];
  chosen: string | undefined;
  onChoose: (path: string) => void;
}

/** Files by folder. Up and down move between the rows. */
export function CodeTree({ files, chosen, onChoose }: CodeTreeProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const rows = treeRows(files.map(({ path }) => path)).filter(({ path }) => ![...closed].some((folder) => path.startsWith(`${folder}/`)));
  const toggle = (folder: string) =>
    setClosed((now) => (now.has(folder) ? new Set([...now].filter((each) => each !== folder)) : new Set([...now, folder])));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the buttons inside, which also work by Tab
    <ul aria-label="Files of the program" onKeyDown={moveByArrows} className="min-h-0 flex-1 overflow-y-auto p-1">
      {rows.map(({ kind, path, depth }) => {
        const isClosed = closed.has(path);
        const Icon = kind === "file" ? File : isClosed ? ChevronRight : ChevronDown;
        return (
          <li key={`${kind}:${path}`}>
            <button
              type="button"
              title={path}
              {...(kind === "file" ? { "aria-current": path === chosen } : { "aria-expanded": !isClosed })}
              onClick={() => (kind === "file" ? onChoose(path) : toggle(path))}
              style={{ paddingInlineStart: 8 + depth * 14 }}
              className={cx(
                "flex h-7 w-full items-center gap-1.5 rounded-sm pe-2 text-start font-mono text-xs",
                kind === "file" && path === chosen ? "chosen bg-pressed" : "hover:bg-hover",
              )}
            >
              <Icon size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
              <TailText text={path.slice(path.lastIndexOf("/") + 1)} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function moveByArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (by === 0) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by]?.focus();
}
