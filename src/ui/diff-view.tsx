import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { type Here, OneStop } from "./change-stop.tsx";
import { folded, rowsOf } from "./diff.ts";
import { DiffRows } from "./diff-rows.tsx";
import { SkeletonRows } from "./skeleton.tsx";
import { useEdits } from "./use-edits.ts";

export interface DiffViewProps {
  before: string;
  after: string;
  /** What is compared, for screen readers: "Instructions". */
  label: string;
  layout?: "unified" | "split";
  beforeTitle?: string;
  afterTitle?: string;
  /** Shows unchanged lines too, however many. */
  whole?: boolean;
  /** What scrolls around it. Needed past 200 rows: only those in sight are drawn. */
  scroller?: HTMLElement | null;
  /** Is told how many groups of changes there are, once that is known. */
  onCount?: (count: number) => void;
  /** Where the reader is in it. */
  here?: Here | undefined;
}

/** Two texts line by line. Added and removed lines carry a sign as well as a hue; long equal parts are folded. */
export function DiffView({
  before,
  after,
  layout: wanted = "unified",
  whole = false,
  scroller = null,
  onCount,
  here,
  ...titles
}: DiffViewProps) {
  const texts = useEdits(before, after);
  // Beside nothing a text needs no half of its own.
  const only = before === "" ? "added" : after === "" ? "removed" : undefined;
  const layout = only ? "unified" : wanted;
  const lines = useMemo(() => texts.edits && rowsOf(texts.edits, layout), [texts.edits, layout]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(() => new Set());
  const rows = useMemo(() => (lines && !whole ? folded(lines, opened) : (lines ?? [])), [lines, whole, opened]);
  const hunks = useMemo(() => rows.flatMap((row, at) => (row.kind !== "gap" && row.hunk !== undefined ? [at] : [])), [rows]);
  // Texts that differ in no line still differ.
  const count = lines && Math.max(hunks.length, before === after ? 0 : 1);
  const tell = useEffectEvent((many: number) => onCount?.(many));
  useEffect(() => {
    if (count !== undefined) tell(count);
  }, [count]);

  if (!lines || hunks.length === 0) {
    return (
      <OneStop here={here}>
        {lines ? (
          <p className="px-3 py-2 text-sm text-ink-2">
            {before === after ? "No differences." : "Only line endings or a last empty line differ."}
          </p>
        ) : (
          <SkeletonRows rows={6} height={20} />
        )}
      </OneStop>
    );
  }
  return (
    <div role="group" aria-label={`Changes in ${titles.label}`} className="overflow-clip rounded-md border border-line">
      <table aria-rowcount={rows.length + 1} className="w-full table-fixed border-collapse font-mono text-xs leading-5">
        <Head layout={layout} only={only} {...titles} />
        <DiffRows
          rows={rows}
          before={texts.before}
          after={texts.after}
          layout={layout}
          scroller={scroller}
          current={here && { row: hunks[Math.min(here.at, hunks.length - 1)] ?? 0, step: here.step, drawn: `${layout} ${whole}` }}
          onUnfold={(at) => setOpened(new Set([...opened, at]))}
        />
      </table>
    </div>
  );
}

function Head({
  label,
  layout,
  only,
  beforeTitle = "Before",
  afterTitle = "After",
}: Pick<DiffViewProps, "label" | "beforeTitle" | "afterTitle"> & { layout: "unified" | "split"; only: "added" | "removed" | undefined }) {
  const split = layout === "split";
  const signed = [only === "added" ? "" : `− ${beforeTitle}`, only === "removed" ? "" : `+ ${afterTitle}`].filter((side) => side !== "");
  return (
    <>
      <caption className="sr-only">{label}</caption>
      <colgroup>
        <col className={split ? "w-11" : "w-9 sm:w-11"} />
        {split ? <col /> : <col className="w-9 sm:w-11" />}
        {split ? <col className="w-11" /> : null}
        <col />
      </colgroup>
      <thead className="border-b border-line font-sans text-ink-3">
        <tr aria-rowindex={1}>
          <th scope="col" colSpan={split ? 2 : 3} className="px-2 py-1 text-start font-medium">
            {split ? beforeTitle : signed.join(", ")}
          </th>
          {split ? (
            <th scope="col" colSpan={2} className="border-s border-line px-2 py-1 text-start font-medium">
              {afterTitle}
            </th>
          ) : null}
        </tr>
      </thead>
    </>
  );
}
