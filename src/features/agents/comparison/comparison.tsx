import { Equal } from "lucide-react";
import { use, useMemo, useState } from "react";
import { cx } from "#ui/cx.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageScrollerContext } from "#ui/frame.ts";
import { useMedia } from "#ui/media.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { ChangeStopsContext, useChangeWalk } from "./change-stops.ts";
import type { Contents } from "./compare.ts";
import { blocksOf, differencesOf } from "./compare-sections.ts";
import { ComparisonBar } from "./comparison-bar.tsx";
import { ComparisonSection } from "./comparison-section.tsx";
import { JumpList } from "./jump-list.tsx";

/** How every part of a comparison is drawn. */
export interface ComparisonLook {
  readonly teamId: string;
  readonly beforeTitle: string;
  readonly afterTitle: string;
  readonly layout: "unified" | "split";
  /** Equal lines are shown too. */
  readonly whole: boolean;
  readonly scroller: HTMLElement | null;
}

export interface ComparisonProps {
  teamId: string;
  before: Contents;
  after: Contents;
  beforeTitle: string;
  afterTitle: string;
  /** Both sides in one column; on a narrow screen always. */
  unified: boolean;
  onUnified: (unified: boolean) => void;
}

/** Everything in which two revisions differ, to be walked through change by change. */
export function Comparison({ teamId, before, after, beforeTitle, afterTitle, unified, onUnified }: ComparisonProps) {
  const differences = useMemo(() => differencesOf(before, after), [before, after]);
  const walk = useChangeWalk(differences.flatMap(blocksOf));
  const wide = useMedia("(min-width: 900px)");
  const [whole, setWhole] = useState(false);
  const [own, setOwn] = useState<HTMLElement | null>(null);
  const page = use(PageScrollerContext);
  useShortcuts("Changes", [
    { keys: "n", label: "Next change", run: () => walk.go(1) },
    { keys: "p", label: "Previous change", run: () => walk.go(-1) },
    { keys: "e", label: whole ? "Fold unchanged lines" : "Show unchanged lines", run: () => setWhole(!whole) },
    ...(wide ? [{ keys: "u", label: unified ? "Side by side" : "Unified", run: () => onUnified(!unified) }] : []),
  ]);
  if (differences.length === 0) {
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <EmptyState icon={Equal} title="No differences">
          Instructions, settings, program, files, skills, secrets, logins, queues and other agents are the same.
        </EmptyState>
      </div>
    );
  }
  const look = { teamId, beforeTitle, afterTitle, layout: wide && !unified ? "split" : "unified", whole, scroller: page ?? own } as const;
  return (
    <ChangeStopsContext value={walk}>
      <ComparisonBar
        walk={walk}
        differences={differences}
        whole={whole}
        onWhole={setWhole}
        split={look.layout === "split"}
        onSplit={wide ? (split) => onUnified(!split) : undefined}
      />
      <div className="flex min-h-0 flex-1">
        <JumpList walk={walk} differences={differences} />
        <div
          ref={setOwn}
          role="group"
          aria-label="All changes"
          tabIndex={0}
          className={cx("min-w-0 flex-1 [overflow-anchor:none] focus-visible:-outline-offset-2", page ? "" : "min-h-0 overflow-y-auto")}
        >
          <div className="flex flex-col gap-6 p-3 md:p-5 [&>section:has([data-opening])~section]:invisible">
            {differences.map((each) => (
              <ComparisonSection key={each.id} section={each} look={look} />
            ))}
          </div>
        </div>
      </div>
    </ChangeStopsContext>
  );
}
