import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cx } from "./cx.ts";
import type { LinkTarget } from "./link.tsx";
import { useMedia } from "./media.ts";
import { SelectBox } from "./select-box.tsx";
import { TableBody } from "./table-body.tsx";
import { cellPadding, type Column, type RowGroups, shownFrom } from "./table-column.ts";
import { useTableKeys } from "./table-keys.ts";
import type { TableSelection } from "./table-selection.ts";

export interface TableProps<R> {
  /** The name of the table for screen readers. */
  label: string;
  rows: readonly R[];
  /** The first one carries the row's link. */
  columns: readonly Column<R>[];
  rowId: (row: R) => string;
  /** Undefined for a row that leads nowhere. */
  rowLink?: (row: R) => LinkTarget | undefined;
  selection?: TableSelection;
  /** How many there are in all, where `rows` is a page; and the position of the first row in them. */
  total?: number;
  offset?: number;
  /** Rows that are shown and that the list has no more: they say so themselves. */
  gone?: ReadonlySet<string>;
  /** Rows of 40 px. */
  comfortable?: boolean;
  /** They are those of the former filter or page, until those of this one are there. */
  outdated?: boolean;
  /** What stands above the first row of each group, by the name of the group. */
  groups?: RowGroups<R> | undefined;
  /** Binds j, k, x, Enter and Escape. One table of a page only. */
  keys?: boolean;
  /** Under the last row. */
  footer?: ReactNode;
}

const none: ReadonlySet<string> = new Set();

/** A list of objects: every row is a link, the header stays, past 50 rows only the visible ones are in the document. */
export function Table<R>({
  label,
  rows,
  columns,
  rowId,
  rowLink,
  selection,
  total,
  offset = 0,
  gone = none,
  comfortable = false,
  outdated = false,
  groups,
  keys = true,
  footer,
}: TableProps<R>) {
  // State and not a ref: the body reads it, and a ref of the parent is filled too late for that.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const ids = rows.map(rowId);
  const narrow = useMedia("(max-width: 599px)");
  const height =
    narrow && columns.some(({ wrap, beneath }) => wrap || beneath) ? 52 : columns.some(({ under }) => under) ? 48 : comfortable ? 40 : 32;
  const { active, setActive, toggle } = useTableKeys({ ids, selection, scroller, enabled: keys, height });
  const selectable = selection?.except ? ids.filter((id) => !selection.except?.has(id)) : ids;
  const all = selection !== undefined && selectable.length > 0 && selectable.every((id) => selection.ids.has(id));
  const some = selection !== undefined && !all && selectable.some((id) => selection.ids.has(id));
  // Without keys of its own it may hold nothing to focus, and could not be scrolled without a mouse.
  const scrolled = keys ? {} : { tabIndex: 0 };
  return (
    <div ref={setScroller} {...scrolled} data-scroll-restoration-id={`table:${label}`} className="min-h-0 flex-1 overflow-auto">
      <table
        aria-label={label}
        aria-rowcount={(total ?? rows.length) + 1}
        aria-busy={outdated}
        // Most answers are there before the delay ends.
        className={cx(
          "w-full table-fixed border-collapse text-sm",
          outdated && "[&>tbody]:opacity-35 [&>tbody]:transition-opacity [&>tbody]:delay-200",
        )}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={column.width ? { width: column.width } : {}} className={shownFrom(column.from, "table-column")} />
          ))}
        </colgroup>
        <thead className="sticky top-0 z-10 bg-canvas">
          <tr aria-rowindex={1} className="h-8 shadow-[inset_0_-1px_0_var(--line)]">
            {columns.map((column, at) => (
              <HeaderCell key={column.id} column={column}>
                {at === 0 && selection ? (
                  <SelectBox
                    label="Select the whole page"
                    checked={all}
                    mixed={some}
                    disabled={selection.disabled}
                    onChange={() => selection.onChange(new Set(all ? [] : selectable))}
                  />
                ) : null}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <TableBody
          rows={rows}
          ids={ids}
          columns={columns}
          rowLink={rowLink}
          selection={selection}
          onToggle={toggle}
          active={active}
          onActive={setActive}
          offset={offset}
          gone={gone}
          groups={groups}
          height={height}
          narrow={narrow}
          scroller={scroller}
        />
      </table>
      {footer}
    </div>
  );
}

/** `children`: the box before the header of the first column. */
function HeaderCell<R>({ column, children }: { column: Column<R>; children: ReactNode }) {
  const { header, sorted, onSort, align, from } = column;
  const Arrow = sorted === "asc" ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (sorted === "asc" ? "ascending" : "descending") : undefined}
      className={cx(
        "text-xs whitespace-nowrap font-medium text-ink-3",
        cellPadding(children !== null),
        align === "end" ? "text-end" : "text-start",
        shownFrom(from, "table-cell"),
      )}
    >
      {children}
      {onSort ? (
        <button type="button" onClick={onSort} className="inline-flex h-6 items-center gap-1 rounded-sm hover:text-ink">
          {header}
          {sorted ? <Arrow size={12} strokeWidth={2} aria-hidden /> : null}
        </button>
      ) : (
        <span className="block truncate">{header}</span>
      )}
    </th>
  );
}
