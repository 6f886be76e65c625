import { useRef } from "react";
import { FreshChip } from "./fresh-chip.tsx";
import { Table, type TableProps } from "./table.tsx";
import { useSteadyRows } from "./use-steady-rows.ts";

interface SteadyTableProps<R> extends TableProps<R> {
  /** Names what is looked at: with another page or filter its rows are taken as they come. */
  view: string;
}

/** A table whose rows stay under the pointer: their values change in place, what is new or elsewhere waits behind a chip. */
export function SteadyTable<R>({ view, ...table }: SteadyTableProps<R>) {
  const area = useRef<HTMLDivElement>(null);
  const list = useSteadyRows(table.rows, table.rowId, view);
  const show = () => {
    list.show();
    area.current?.querySelector("[data-scroll-restoration-id]")?.scrollTo({ top: 0 });
  };
  return (
    <div ref={area} className="relative flex min-h-0 flex-1 flex-col">
      <FreshChip count={list.added} moved={list.moved} onShow={show} />
      <Table {...table} rows={list.rows} />
    </div>
  );
}
