import { useVirtualizer } from "@tanstack/react-virtual";
import { cx } from "./cx.ts";
import { Fragment, type ReactNode, useId } from "react";
import { AnyLink, type LinkTarget } from "./link.tsx";
import { noLongerListed } from "./no-longer-listed.tsx";
import { SelectBox } from "./select-box.tsx";
import { cellPadding, type Column, type RowGroups, shownFrom } from "./table-column.ts";
import type { TableSelection } from "./table-selection.ts";

interface BodyProps<R> {
  rows: readonly R[];
  ids: readonly string[];
  columns: readonly Column<R>[];
  rowLink: ((row: R) => LinkTarget | undefined) | undefined;
  selection: TableSelection | undefined;
  onToggle: (at: number, range: boolean) => void;
  active: number;
  onActive: (at: number) => void;
  offset: number;
  gone: ReadonlySet<string>;
  groups: RowGroups<R> | undefined;
  height: number;
  /** Below 600 px. */
  narrow: boolean;
  scroller: HTMLDivElement | null;
}

/** So few are found by the browser's own search, and printed, as a whole. */
const wholeUpTo = 50;
/** Beside those in sight and the one that the header covers: what a turn of the wheel shows before the next frame is drawn. */
const overscan = 1;

export function TableBody<R>(props: BodyProps<R>) {
  // A head has a height of its own, which no place of a row is counted with.
  return props.rows.length > wholeUpTo && !props.groups ? <VirtualRows {...props} /> : <WholeRows {...props} />;
}

function WholeRows<R>(props: BodyProps<R>) {
  return (
    <tbody>
      {props.rows.map((row, at) => (
        <Fragment key={props.ids[at]}>
          <GroupHead {...props} at={at} />
          <Row {...props} row={row} at={at} />
        </Fragment>
      ))}
    </tbody>
  );
}

/** Above the first row of a group. One cell, as in {@link Spacer}. */
function GroupHead<R>({ rows, groups, at }: Pick<BodyProps<R>, "rows" | "groups"> & { at: number }) {
  const [before, row] = [rows[at - 1], rows[at]];
  if (!groups || row === undefined) return null;
  const group = groups.of(row);
  if (before !== undefined && groups.of(before) === group) return null;
  return (
    <tr className="relative h-8 border-b border-line">
      <th
        scope="colgroup"
        className="px-3 text-start font-medium whitespace-nowrap before:absolute before:inset-x-0 before:top-px before:bottom-0 before:bg-sunken md:ps-5"
      >
        <span className="relative">{groups.head(group)}</span>
      </th>
    </tr>
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
  selection,
  onToggle,
  active,
  onActive,
  offset,
  gone,
  height,
  narrow,
}: BodyProps<R> & { row: R; at: number }) {
  const id = ids[at] ?? "";
  const isSelected = selection?.ids.has(id) ?? false;
  const link = rowLink?.(row);
  /** Of the link, which names the row also for its checkbox. */
  const named = useId();
  return (
    <tr
      aria-rowindex={offset + at + 2}
      aria-selected={selection ? isSelected : undefined}
      data-row={at}
      onFocus={() => onActive(at)}
      style={{ height }}
      className={cx("relative border-b border-line", isSelected ? "bg-accent-soft" : active === at ? "bg-hover" : "hover:bg-hover")}
    >
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={cx(
            column.wrap ? "max-sm:py-1 sm:truncate" : "truncate",
            cellPadding(index === 0 && selection !== undefined),
            column.align === "end" && "text-end",
            column.quiet && "text-ink-2",
            shownFrom(column.from, "table-cell"),
          )}
        >
          {index === 0 && selection && !selection.except?.has(id) ? (
            <SelectBox
              label="Select this row"
              aria-labelledby={link ? named : undefined}
              checked={isSelected}
              disabled={selection.disabled}
              onClick={(event) => onToggle(at, event.shiftKey)}
              onChange={() => undefined}
            />
          ) : null}
          {index === 0 ? (
            <FirstCell row={row} column={column} link={link} linkId={selection && named} narrow={narrow} gone={gone.has(id)} />
          ) : narrow && column.wrap ? (
            <span className={twoLines}>{column.cell(row)}</span>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

const twoLines = "line-clamp-2 break-words";

/** With what a narrow screen says beneath it, and no element that nothing depends on: a long list draws dozens of rows for one turn of the wheel. */
function FirstCell<R>({
  row,
  column,
  link,
  linkId,
  narrow,
  gone,
}: {
  row: R;
  column: Column<R>;
  link: LinkTarget | undefined;
  linkId: string | undefined;
  narrow: boolean;
  gone: boolean;
}) {
  const said = gone ? <Gone>{column.cell(row)}</Gone> : column.cell(row);
  const beneath = narrow ? column.beneath?.(row) : column.under?.(row);
  const fitted = beneath ? "block truncate" : narrow && column.wrap ? twoLines : "";
  return (
    <>
      {link ? (
        // The link covers its row, so that all of it can be clicked, also with the middle button. What people write has a direction of its own,
        // and loses its end where there is no room for it: so it is a block.
        <AnyLink
          link={link}
          {...(linkId ? { id: linkId } : {})}
          dir="auto"
          className={cx(
            "font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus) text-left",
            fitted || "block truncate",
          )}
        >
          {said}
        </AnyLink>
      ) : fitted ? (
        <span className={fitted}>{said}</span>
      ) : (
        said
      )}
      {beneath ? <div className="truncate text-xs text-ink-2 [--glyph-size:14px]">{beneath}</div> : null}
    </>
  );
}

/** A row that the list has no more: what it is now is not known. */
function Gone({ children }: { children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-baseline gap-3 text-ink-3">
      <span className="min-w-0 truncate">{children}</span>
      <span className="shrink-0 text-xs font-normal">{noLongerListed}</span>
    </span>
  );
}
