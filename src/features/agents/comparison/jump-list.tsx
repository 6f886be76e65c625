import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { type RovingItem, useRoving } from "#ui/roving.ts";
import { TailText } from "#ui/tail-text.tsx";
import type { ChangeWalk } from "./change-stops.ts";
import { blocksOf, fileBlock, type SectionDifference } from "./compare-sections.ts";

/** The parts that differ with the number of their changes; on a wide screen beside them. */
export function JumpList({ walk, differences }: { walk: ChangeWalk; differences: readonly SectionDifference[] }) {
  const blocks = differences.flatMap(blocksOf);
  const roving = useRoving(
    blocks,
    blocks.find((block) => walk.hereIn(block)),
  );
  return (
    <nav
      aria-label="Changed sections"
      {...roving.group}
      className="hidden w-60 shrink-0 overflow-y-auto border-e border-line py-3 lg:block"
    >
      <ul>
        {differences.map(({ id, title, difference }) => (
          <li key={id}>
            {difference.kind === "files" ? (
              <>
                <p className="flex h-7 items-center justify-between px-5 text-sm font-medium">
                  {title} <span className="text-xs font-normal text-ink-3 tabular-nums">{difference.changes.length}</span>
                </p>
                <ul>
                  {difference.changes.map((change) => (
                    <li key={change.path}>
                      <Jump walk={walk} block={fileBlock(id, change)} item={roving.item(fileBlock(id, change))}>
                        <PathName path={change.path} />
                      </Jump>
                    </li>
                  ))}
                </ul>
              </>
            ) : (
              <Jump walk={walk} block={id} item={roving.item(id)}>
                <span className="truncate font-medium">{title}</span>
              </Jump>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The folder gives way before the name does: most files of a program share theirs. */
function PathName({ path }: { path: string }) {
  const at = path.lastIndexOf("/") + 1;
  return (
    <span className="flex min-w-0 ps-3 font-mono text-xs whitespace-pre" title={path}>
      <span className="min-w-0 shrink-[9999] truncate text-ink-3">{path.slice(0, at)}</span>
      <TailText text={path.slice(at)} />
    </span>
  );
}

function Jump({ walk, block, item, children }: { walk: ChangeWalk; block: string; item: RovingItem; children: ReactNode }) {
  return (
    <button
      type="button"
      {...item}
      onClick={() => walk.jumpTo(block)}
      aria-current={walk.hereIn(block) ? "location" : undefined}
      className={cx(
        "flex h-7 w-full items-center justify-between gap-2 px-5 text-start text-sm hover:bg-hover focus-visible:-outline-offset-2",
        walk.hereIn(block) && "chosen bg-pressed",
      )}
    >
      {children}
      <span className="text-xs text-ink-3 tabular-nums">{walk.isCounted(block) ? walk.countOf(block) : "…"}</span>
    </button>
  );
}
