import { soughtBy } from "#contract/sought.ts";
import { Check } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { treeRows } from "#features/agents/code/tree-rows.ts";
import { cx } from "#ui/cx.ts";
import { type RovingItem, useRoving } from "#ui/roving.ts";
import { TailText } from "#ui/tail-text.tsx";
import { TextInput } from "#ui/text-input.tsx";
import type { ChangeWalk } from "./change-stops.ts";
import { fileBlock, type SectionDifference } from "./compare-sections.ts";

/** As many files fit into a window: past them a name is found by typing. */
const fewFiles = 15;
const filter = "filter";

/** The parts that differ with the number of their changes; on a wide screen beside them. It follows the reader, and marks what they have seen. */
export function JumpList({ walk, differences }: { walk: ChangeWalk; differences: readonly SectionDifference[] }) {
  const [sought, setSought] = useState("");
  const parts = differences.map(({ id, title, difference }) => ({
    id,
    title,
    files: difference.kind === "files" ? difference.changes.map(({ path }) => path) : undefined,
  }));
  const fits = soughtBy(sought);
  const blocks = parts.flatMap(({ id, files }) => files?.filter(fits).map((path) => fileBlock(id, { path })) ?? [id]);
  // The filter is part of the list, above its first entry: to Accept it is no further than without one.
  const roving = useRoving([filter, ...blocks], blocks.find((block) => walk.hereIn(block)) ?? blocks[0]);
  return (
    <nav
      aria-label="Changed sections"
      {...roving.group}
      className="hidden w-64 shrink-0 overflow-y-auto border-e border-line py-3 lg:block"
    >
      <ul>
        {parts.map(({ id, title, files }) => (
          <li key={id}>
            {files ? (
              <>
                <p className="flex h-7 items-center justify-between gap-2 px-5 text-sm font-medium">
                  <span className="truncate">{title}</span>
                  <span className="text-xs font-normal whitespace-nowrap text-ink-3 tabular-nums">
                    {seenInWords(files.filter((path) => walk.wasSeen(fileBlock(id, { path }))).length, files.length)}
                  </span>
                </p>
                {files.length > fewFiles ? (
                  <div className="px-5 py-1">
                    <TextInput
                      {...roving.item(filter)}
                      type="search"
                      aria-label="Filter the changed files"
                      placeholder="Filter files"
                      value={sought}
                      onChange={(event) => setSought(event.target.value)}
                    />
                  </div>
                ) : null}
                <ul>
                  {treeRows(files.filter(fits)).map(({ kind, path, depth }) => (
                    <li key={`${kind} ${path}`}>
                      {kind === "folder" ? (
                        <p
                          className="flex h-6 items-center font-mono text-xs text-ink-3"
                          style={{ paddingInlineStart: indentOf(depth) }}
                          title={path}
                        >
                          <TailText text={`${nameOf(path)}/`} />
                        </p>
                      ) : (
                        <Jump
                          walk={walk}
                          block={fileBlock(id, { path })}
                          item={roving.item(fileBlock(id, { path }))}
                          indent={indentOf(depth)}
                        >
                          <span className="flex min-w-0 font-mono text-xs" title={path}>
                            <TailText text={nameOf(path)} />
                          </span>
                        </Jump>
                      )}
                    </li>
                  ))}
                </ul>
                {files.some(fits) ? null : <p className="px-5 py-1 text-sm text-ink-3">No changed file has this in its name.</p>}
              </>
            ) : (
              <Jump walk={walk} block={id} item={roving.item(id)} indent={indentOf(-1)}>
                <span className="truncate font-medium">{title}</span>
              </Jump>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

const indentOf = (depth: number) => 20 + (depth + 1) * 12;
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

function seenInWords(seen: number, all: number): string {
  return seen === 0 ? all.toLocaleString("en") : `${seen.toLocaleString("en")} of ${all.toLocaleString("en")} viewed`;
}

interface JumpProps {
  walk: ChangeWalk;
  block: string;
  item: RovingItem;
  /** In pixels. */
  indent: number;
  children: ReactNode;
}

function Jump({ walk, block, item, indent, children }: JumpProps) {
  const button = useRef<HTMLButtonElement>(null);
  const here = walk.hereIn(block) !== undefined;
  useEffect(() => {
    if (here) button.current?.scrollIntoView({ block: "nearest" });
  }, [here]);
  return (
    <button
      ref={button}
      type="button"
      {...item}
      onClick={() => walk.jumpTo(block)}
      aria-current={here ? "location" : undefined}
      style={{ paddingInlineStart: indent }}
      className={cx(
        "flex h-7 w-full items-center justify-between gap-2 pe-5 text-start text-sm hover:bg-hover focus-visible:-outline-offset-2",
        here && "chosen bg-pressed",
      )}
    >
      {children}
      <span className="flex shrink-0 items-center gap-1.5 text-xs text-ink-3 tabular-nums">
        {walk.wasSeen(block) ? <Check size={12} strokeWidth={2} role="img" aria-label="Viewed" /> : null}
        {walk.isCounted(block) ? walk.countOf(block) : "…"}
      </span>
    </button>
  );
}
