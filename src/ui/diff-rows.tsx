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
  /** The row that somebody asked for, and when. */
  current: { row: number; asked: number } | undefined;
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
    if (virtual) virtualizer.scrollToIndex(row, { align: "center" });
    else body.current?.querySelector(`[data-index="${row}"]`)?.scrollIntoView({ block: "center" });
  });
  useEffect(() => {
    if (current) seek(current.row);
  }, [current]);

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
          focused={current?.row === index ? current.asked : undefined}
          measure={virtual ? virtualizer.measureElement : undefined}
        />
      ))}
      {last > 0 ? <tr aria-hidden style={{ height: last }} /> : null}
    </tbody>
  );
}

function Row({
  index,
  rows,
  before,
  after,
  layout,
  onUnfold,
  focused,
  measure,
}: DiffRowsProps & { index: number; focused: number | undefined; measure: Ref<HTMLTableRowElement> | undefined }) {
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (focused !== undefined) element.current?.focus({ preventScroll: true });
  }, [focused]);
  const row = rows[index];
  if (row === undefined) return null;
  const ref = (node: HTMLTableRowElement | null) => {
    element.current = node;
    if (typeof measure === "function") measure(node);
  };
  if (row.kind !== "gap") return <DiffLineRow ref={ref} line={row} current={focused !== undefined} {...{ before, after, layout, index }} />;
  return (
    <tr ref={ref} data-index={index} aria-rowindex={index + 2} className="bg-sunken font-sans text-ink-2">
      <td colSpan={layout === "split" ? 4 : 3} className="px-2">
        <button type="button" className="h-6 rounded-sm hover:text-ink hover:underline" onClick={() => onUnfold(row.at)}>
          Show {row.lines.toLocaleString("en")} equal lines
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
