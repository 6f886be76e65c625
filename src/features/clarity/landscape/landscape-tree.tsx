import { ChevronDown, ChevronRight } from "lucide-react";
import { useRef, useState } from "react";
import type { LandscapeLink } from "#contract/clarity/node.ts";
import { exceptionOf, stageWords } from "#features/clarity/process-words.ts";
import { StageMarks } from "#features/clarity/stage-marks.tsx";
import { cx } from "#ui/cx.ts";
import { Status } from "#ui/status.tsx";
import { type Frame, looseFrame, type Row, unsortedFrame } from "./landscape-model.ts";
import { useTreeKeys } from "./use-tree-keys.ts";

interface LandscapeTreeProps {
  frames: readonly Frame[];
  links: readonly LandscapeLink[];
  chosen: string | undefined;
  path: ReadonlySet<string>;
  matches: ((row: Row) => boolean) | undefined;
  /** Otherwise a press on an area opens it. */
  choosesAreas: boolean;
  onChoose: (id: string) => void;
  onOpen: (id: string) => void;
}

interface Line {
  readonly id: string;
  readonly row: Row;
  readonly level: number;
  readonly open: boolean | undefined;
}

const headOf = (frame: Frame): Row =>
  frame.head ?? {
    id: frame.id,
    name: frame.name,
    kind: "area",
    depth: 0,
    proposed: false,
    count: frame.rows.length,
    stage: undefined,
    node: undefined,
    process: null,
  };

/** Which lines are drawn: those in open areas, or those that match what is sought with the areas around them. */
function linesOf(frames: readonly Frame[], isOpen: (id: string) => boolean, matches: LandscapeTreeProps["matches"]): Line[] {
  return frames.flatMap((frame) => {
    const rows = [headOf(frame), ...frame.rows.map((row) => ({ ...row, depth: row.depth + 1 }))];
    const keeps = matches && new Set(rows.flatMap((row, at) => (matches(row) ? [row, ...around(rows, at)] : [])));
    const lines: Line[] = [];
    let closed = Number.POSITIVE_INFINITY;
    rows.forEach((row, at) => {
      if (keeps && !keeps.has(row)) return;
      if (row.depth > closed) return;
      closed = Number.POSITIVE_INFINITY;
      const hasInside = (rows[at + 1]?.depth ?? 0) > row.depth;
      const open = hasInside ? keeps !== undefined || isOpen(row.id) : undefined;
      if (open === false) closed = row.depth;
      lines.push({ id: row.id, row, level: row.depth + 1, open });
    });
    return lines;
  });
}

function around(rows: readonly Row[], at: number): Row[] {
  let depth = rows[at]?.depth ?? 0;
  return rows.slice(0, at).reduceRight<Row[]>((found, row) => {
    if (row.depth >= depth) return found;
    depth = row.depth;
    return [...found, row];
  }, []);
}

/** The landscape as a tree: what the map shows, for the keyboard, for screen readers and for a phone. */
export function LandscapeTree({ frames, links, chosen, path, matches, choosesAreas, onChoose, onOpen }: LandscapeTreeProps) {
  const tree = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const holder = (id: string) => frames.find(({ rows }) => rows.some((row) => row.id === id));
  const chosenIn = chosen === undefined ? undefined : holder(chosen)?.id;
  const isOpen = (id: string) => opened.get(id) ?? (frames.length === 1 || id === chosenIn || !frames.some((frame) => frame.id === id));
  const open = (id: string, to: boolean) => setOpened((now) => new Map([...now, [id, to]]));
  const lines = linesOf(frames, isOpen, matches);
  const reveal = (id: string) => {
    const inside = holder(id);
    if (inside) open(inside.id, true);
  };
  const enter = (id: string) => {
    const line = lines.find((each) => each.id === id);
    if (id === looseFrame || id === unsortedFrame) open(id, !line?.open);
    else if (id === chosen) onOpen(id);
    else onChoose(id);
  };
  const keys = useTreeKeys({ lines, links, tree, chosen, onOpen: open, onReveal: reveal, onEnter: enter });
  return (
    <div ref={tree} role="tree" aria-label="Landscape" className="min-h-0 flex-1 overflow-y-auto py-1.5">
      {lines.map(({ id, row, level, open: isLineOpen }) => (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the stop of the tree is one of its lines
        <div
          key={id}
          role="treeitem"
          data-line={id}
          aria-level={level}
          aria-expanded={isLineOpen}
          aria-selected={id === chosen}
          tabIndex={id === keys.stop ? 0 : -1}
          onKeyDown={(event) => keys.onKeyDown(event, id)}
          onFocus={() => keys.setWanted(id)}
          onClick={() => (row.kind === "area" && !(choosesAreas && row.node) ? open(id, !isLineOpen) : onChoose(id))}
          style={{ paddingInlineStart: 10 + (level - 1) * 22 }}
          className={cx(
            "flex h-[26px] cursor-default items-center gap-1.5 pe-3 text-sm -outline-offset-2 max-sm:h-11 max-sm:border-b max-sm:border-line max-sm:text-base",
            id === chosen ? "bg-accent-soft shadow-[inset_3px_0_0_var(--accent)]" : path.has(id) ? "bg-accent-soft" : "hover:bg-hover",
            row.proposed && "text-ink-3",
          )}
        >
          {isLineOpen === undefined && level > 1 ? null : <TreeMark open={isLineOpen} onToggle={() => open(id, !isLineOpen)} />}
          <span className={cx("min-w-0 flex-1 truncate", row.kind === "area" && "font-medium")} title={row.name}>
            {row.name}
          </span>
          <TreeEnd row={row} />
        </div>
      ))}
    </div>
  );
}

function TreeMark({ open, onToggle }: { open: boolean | undefined; onToggle: () => void }) {
  if (open === undefined) return <span aria-hidden className="w-4 shrink-0" />;
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <span
      aria-hidden
      className="flex size-4 shrink-0 items-center justify-center text-ink-3"
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      <Icon size={14} strokeWidth={1.75} />
    </span>
  );
}

/** What a line says at its end: the stage of a process, in words on a phone; of an area how much is in it. */
function TreeEnd({ row }: { row: Row }) {
  const exception = row.process ? exceptionOf({ ...row.process, failures: row.process.failuresSinceEvidence }) : undefined;
  if (row.stage === undefined) return <span className="text-xs text-ink-3 tabular-nums">{row.count}</span>;
  return (
    <>
      {row.proposed ? <span className="text-xs text-ink-3">Proposed</span> : null}
      {exception ? <Status {...exception} iconOnly /> : null}
      <span aria-hidden className="text-xs text-ink-3 sm:hidden">
        {stageWords[row.stage]}
      </span>
      <StageMarks stage={row.stage} />
    </>
  );
}
