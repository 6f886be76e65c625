import { useVirtualizer } from "@tanstack/react-virtual";
import { type Ref, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { DiffRow } from "./diff.ts";
import { DiffLineRow } from "./diff-line.tsx";

interface DiffRowsProps {
  rows: readonly DiffRow[];
  before: readonly string[];
  after: readonly string[];
  layout: "unified" | "split";
  scroller: HTMLElement | null;
  /** The row where the reader is, by which step they came to it, and how the rows are drawn since. */
  current: { row: number; step: number; drawn: string } | undefined;
  onUnfold: (at: number) => void;
}

const wholeUpTo = 200;
const rowHeight = 20;

/** The rows of a diff; of many only those in sight. */
export function DiffRows(props: DiffRowsProps) {
  // The virtualizer is one object that changes inside; a memoised reader would stop at the first rows.
  "use no memo";
  const { rows, scroller, current } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const virtual = rows.length > wholeUpTo && scroller !== null;
  const scrollMargin = useTopIn(scroller, body);
  const virtualizer = useVirtualizer({
    count: virtual ? rows.length : 0,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 16,
    scrollMargin,
  });
  const seek = useEffectEvent((row: number) => {
    const drawn = body.current?.querySelector<HTMLElement>(`[data-index="${row}"]`);
    if (virtual) virtualizer.scrollToIndex(row, { align: "center" });
    else drawn?.scrollIntoView({ block: "center" });
    const { activeElement } = document;
    // It may have been on a line that is no change in this drawing.
    if (activeElement !== document.body && !body.current?.contains(activeElement)) return;
    if (drawn) drawn.focus({ preventScroll: true });
    else taken.current = 0;
  });
  const { row: at, step = 0, drawn } = current ?? {};
  useEffect(() => {
    // Drawn another way, the lines are somewhere else: the reader's place stays in sight, and theirs.
    if (step > 0 && at !== undefined) seek(at);
    // oxlint-disable-next-line react/exhaustive-deps -- rows that somebody unfolds move the place without moving the reader
  }, [step, drawn]);
  // A row that scrolls out of sight and back is drawn anew; it takes the focus once for each step.
  const taken = useRef(0);
  const take = (by: number, row: HTMLElement | null) => {
    if (by > taken.current) row?.focus({ preventScroll: true });
    taken.current = Math.max(by, taken.current);
  };

  const items = virtual ? virtualizer.getVirtualItems() : rows.map((_, index) => ({ index }));
  const first = virtual ? (virtualizer.getVirtualItems()[0]?.start ?? scrollMargin) - scrollMargin : 0;
  const last = virtual ? virtualizer.getTotalSize() + scrollMargin - (virtualizer.getVirtualItems().at(-1)?.end ?? 0) : 0;
  return (
    <tbody ref={body} data-windowed>
      {first > 0 ? <tr aria-hidden style={{ height: first }} /> : null}
      {items.map(({ index }) => (
        <Row
          key={index}
          {...props}
          index={index}
          step={at === index ? step : undefined}
          onTake={take}
          measure={virtual ? virtualizer.measureElement : undefined}
        />
      ))}
      {last > 0 ? <tr aria-hidden style={{ height: last }} /> : null}
    </tbody>
  );
}

interface RowProps extends DiffRowsProps {
  index: number;
  /** By which the reader came to this row; undefined in every other one. */
  step: number | undefined;
  onTake: (step: number, row: HTMLElement | null) => void;
  measure: Ref<HTMLTableRowElement> | undefined;
}

function Row({ index, rows, before, after, layout, onUnfold, step, onTake, measure }: RowProps) {
  const element = useRef<HTMLTableRowElement>(null);
  const take = useEffectEvent((by: number) => onTake(by, element.current));
  useEffect(() => {
    if (step !== undefined) take(step);
  }, [step]);
  const row = rows[index];
  if (row === undefined) return null;
  const ref = (node: HTMLTableRowElement | null) => {
    element.current = node;
    if (typeof measure === "function") measure(node);
  };
  if (row.kind !== "gap") return <DiffLineRow ref={ref} line={row} current={step !== undefined} {...{ before, after, layout, index }} />;
  return (
    <tr ref={ref} data-index={index} aria-rowindex={index + 2} className="bg-sunken font-sans text-ink-2">
      <td colSpan={layout === "split" ? 4 : 3} className="px-2">
        <button type="button" className="h-6 rounded-sm hover:text-ink hover:underline" onClick={() => onUnfold(row.at)}>
          Show {row.lines.toLocaleString("en")} unchanged lines
        </button>
      </td>
    </tr>
  );
}

/** How far below the beginning of what scrolls an element stands, in pixels. */
function useTopIn(scroller: HTMLElement | null, element: { readonly current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!scroller) return undefined;
    const measure = () => {
      const own = element.current?.getBoundingClientRect().top ?? 0;
      setTop(Math.round(own - scroller.getBoundingClientRect().top + scroller.scrollTop));
    };
    const observer = new ResizeObserver(measure);
    // What stands above may open, close or load.
    for (const child of scroller.children) observer.observe(child);
    return () => observer.disconnect();
  }, [scroller, element]);
  return top;
}
