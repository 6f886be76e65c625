import { useVirtualizer } from "@tanstack/react-virtual";
import type { MouseEvent, ReactNode } from "react";
import { Checkbox } from "./checkbox.tsx";
import { cx } from "./cx.ts";
import { AnyLink, type LinkTarget } from "./link.tsx";
import { type Column, shownFrom } from "./table-column.ts";

interface BodyProps<R> {
  rows: readonly R[];
  ids: readonly string[];
  columns: readonly Column<R>[];
  rowLink: ((row: R) => LinkTarget) | undefined;
  selected: ReadonlySet<string> | undefined;
  onToggle: (at: number, range: boolean) => void;
  active: number;
  onActive: (at: number) => void;
  offset: number;
  height: number;
  scroller: HTMLDivElement | null;
}

/** So few are found by the browser's own search, and printed, as a whole. */
const wholeUpTo = 50;
/** Beside those in sight: what a turn of the wheel shows before the next frame is drawn. */
const overscan = 6;

export function TableBody<R>(props: BodyProps<R>) {
  return props.rows.length > wholeUpTo ? <VirtualRows {...props} /> : <WholeRows {...props} />;
}

function WholeRows<R>(props: BodyProps<R>) {
  return (
    <tbody>
      {props.rows.map((row, at) => (
        <Row key={props.ids[at]} {...props} row={row} at={at} />
      ))}
    </tbody>
  );
}

function VirtualRows<R>(props: BodyProps<R>) {
  // The virtualizer is one object that changes inside; a memoised reader would stop at the first rows.
  "use no memo";
  const { rows, height, scroller } = props;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan,
    scrollMargin: height,
    // Until the scroller is measured, so that the first screen is there with the first frame.
    initialRect: { width: 0, height: innerHeight },
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  return (
    <tbody data-windowed>
      <Spacer height={first * height} />
      {items.map(({ index }) => {
        const row = rows[index];
        return row === undefined ? null : <Row key={props.ids[index]} {...props} row={row} at={index} />;
      })}
      <Spacer height={(rows.length - 1 - last) * height} />
    </tbody>
  );
}

/** One cell, not as many as there are columns: those that a narrow screen does not show would take their share of its width. */
function Spacer({ height }: { height: number }) {
  return height > 0 ? (
    <tr aria-hidden style={{ height }}>
      <td />
    </tr>
  ) : null;
}

function Row<R>({
  row,
  at,
  ids,
  columns,
  rowLink,
  selected,
  onToggle,
  active,
  onActive,
  offset,
  height,
}: BodyProps<R> & { row: R; at: number }) {
  const isSelected = selected?.has(ids[at] ?? "") ?? false;
  return (
    <tr
      aria-rowindex={offset + at + 2}
      aria-selected={selected ? isSelected : undefined}
      data-row={at}
      onFocus={() => onActive(at)}
      style={{ height }}
      className={cx("relative border-b border-line", isSelected ? "bg-accent-soft" : active === at ? "bg-hover" : "hover:bg-hover")}
    >
      {selected ? (
        <td className="relative z-1 ps-3 md:ps-4">
          <Checkbox
            label="Select this row"
            hideLabel
            checked={isSelected}
            onClick={(event: MouseEvent) => onToggle(at, event.shiftKey)}
            onChange={() => undefined}
          />
        </td>
      ) : null}
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={cx(
            column.wrap ? "max-sm:py-1 sm:truncate" : "truncate",
            "px-3 first:ps-3 last:pe-3 md:first:ps-5 md:last:pe-5",
            column.align === "end" && "text-end",
            shownFrom(column.from, "table-cell"),
          )}
        >
          {index === 0 && rowLink ? (
            // The link covers its row, so that all of it can be clicked, also with the middle button.
            <AnyLink
              link={rowLink(row)}
              className="font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus)"
            >
              {cell(column, row)}
            </AnyLink>
          ) : (
            cell(column, row)
          )}
        </td>
      ))}
    </tr>
  );
}

function cell<R>({ wrap, cell: draw }: Column<R>, row: R): ReactNode {
  return wrap ? <span className="max-sm:line-clamp-2 max-sm:break-words">{draw(row)}</span> : draw(row);
}
