import { ArrowDown, ArrowUp, Columns2, List, UnfoldVertical } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";
import type { ChangeWalk } from "./change-stops.ts";
import { blocksOf, type SectionDifference } from "./compare-sections.ts";

interface ComparisonBarProps {
  walk: ChangeWalk;
  differences: readonly SectionDifference[];
  whole: boolean;
  onWhole: (whole: boolean) => void;
  split: boolean;
  /** Absent where the screen is too narrow for both sides. */
  onSplit: ((split: boolean) => void) | undefined;
}

/** Where the reader is among the changes, and how they are drawn. */
export function ComparisonBar({ walk, differences, whole, onWhole, split, onSplit }: ComparisonBarProps) {
  return (
    <div role="group" aria-label="Changes" className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 md:px-5">
      <span role="status" className="text-sm text-ink-2 tabular-nums">
        {placeWords(walk)}
      </span>
      <IconButton size="sm" icon={ArrowUp} label="Previous change" keys="p" onClick={() => walk.go(-1)} />
      <IconButton size="sm" icon={ArrowDown} label="Next change" keys="n" onClick={() => walk.go(1)} />
      <span className="lg:hidden">
        <Menu
          align="start"
          trigger={<IconButton size="sm" icon={List} label="Jump to a section" />}
          entries={differences.map((each) => ({
            label: each.title,
            note: countWords(walk, each),
            onSelect: () => walk.jumpTo(blocksOf(each)[0] ?? each.id),
          }))}
        />
      </span>
      <div className="ms-auto flex items-center gap-2">
        <Button fold size="sm" tone="quiet" icon={UnfoldVertical} aria-pressed={whole} onClick={() => onWhole(!whole)}>
          Unchanged lines
        </Button>
        {onSplit ? (
          <Button size="sm" tone="quiet" icon={Columns2} aria-pressed={split} onClick={() => onSplit(!split)}>
            Side by side
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** A position among changes is a number only once all of them are counted; until then the parts are. */
function placeWords(walk: ChangeWalk): string {
  const { total, exact, position, part, parts } = walk;
  const changes = changesInWords(total, exact);
  if (exact) return position === 0 ? changes : `${position.toLocaleString("en")} of ${changes}`;
  return part === 0 ? changes : `Part ${part.toLocaleString("en")} of ${parts.toLocaleString("en")}, ${changes}`;
}

function countWords(walk: ChangeWalk, section: SectionDifference): string {
  const blocks = blocksOf(section);
  return changesInWords(
    blocks.reduce((sum, block) => sum + walk.countOf(block), 0),
    blocks.every(walk.isCounted),
  );
}

function changesInWords(count: number, exact: boolean): string {
  return `${exact ? "" : "at least "}${count.toLocaleString("en")} ${count === 1 ? "change" : "changes"}`;
}
