import { useRef } from "react";
import { FreshChip } from "./fresh-chip.tsx";
import { Table, type TableProps } from "./table.tsx";
import { type SteadyOptions, type SteadyRows, useSteadyRows } from "./use-steady-rows.ts";

interface SteadyTableProps<R> extends TableProps<R>, Pick<SteadyOptions, "sentAway" | "madeHere"> {
  /** Names what is looked at: with another page or filter its rows are taken as they come. */
  view: string;
}

/** A table whose rows stay under the pointer: their values change in place, what is new or elsewhere waits behind a chip, and what left says so. */
export function SteadyTable<R>({ view, sentAway, madeHere, ...table }: SteadyTableProps<R>) {
  return <TableOfSteady list={useSteadyRows(table.rows, table.rowId, view, { whole: isWhole(table), sentAway, madeHere })} {...table} />;
}

/** Whether a page is all that there is of a list from there on. */
export function isWhole({ rows, total, offset = 0 }: { rows: readonly unknown[]; total?: number; offset?: number }): boolean {
  return total === undefined || total <= offset + rows.length;
}

/** The table of rows that are kept steady elsewhere: the page does more with them. */
export function TableOfSteady<R>({ list, ...table }: Omit<TableProps<R>, "rows"> & { list: SteadyRows<R> }) {
  const area = useRef<HTMLDivElement>(null);
  const { selection } = table;
  const show = () => {
    list.show();
    area.current?.querySelector("[data-scroll-restoration-id]")?.scrollTo({ top: 0 });
  };
  return (
    <div ref={area} className="relative flex min-h-0 flex-1 flex-col">
      <FreshChip count={list.added} gone={list.gone.size} moved={list.moved} onShow={show} />
      <Table {...table} rows={list.rows} gone={list.gone} {...(selection ? { selection: { ...selection, except: list.gone } } : {})} />
    </div>
  );
}
