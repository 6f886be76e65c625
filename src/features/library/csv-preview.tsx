import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { type CsvTable, parseCsv } from "#ui/csv.ts";
import type { CsvRow } from "#ui/csv-records.ts";
import { separatorWords } from "#ui/csv-separator.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { useMedia } from "#ui/media.ts";
import { Table } from "#ui/table.tsx";
import type { Column } from "#ui/table-column.ts";
import { type CsvOrder, inOrder, numberOf } from "./csv-order.ts";

const maxColumns = 100;

/** Reads a CSV as a table. Read only: the text is what is stored and edited. */
export function CsvPreview({ name, text }: { name: string; text: string }) {
  const table = parseCsv(text);
  const narrow = useMedia("(max-width: 599px)");
  const [order, setOrder] = useState<CsvOrder>({ column: -1, desc: false });
  const turn = (column: number) => setOrder((now) => ({ column, desc: now.column === column && !now.desc }));
  if (table.header.length === 0) return <EmptyState title="This file is empty">It does not even have a line of column names.</EmptyState>;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5 text-sm text-ink-3 md:px-5">
        <span>
          {table.rows.length.toLocaleString("en")} {table.rows.length === 1 ? "row" : "rows"}, {table.header.length} columns
          {table.header.length > 1 ? ` separated by ${separatorWords[table.separator].toLowerCase()}` : ""}
        </span>
        {table.ragged.length > 0 ? (
          <span className="flex items-center gap-1 text-waiting">
            <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
            {raggedWords(table)}
          </span>
        ) : null}
      </p>
      <Table
        label={name}
        rows={inOrder(table.rows, order)}
        rowId={(row) => String(row.line)}
        columns={columnsOf(table, order, turn, narrow)}
        keys={false}
      />
    </>
  );
}

function raggedWords({ ragged, header }: CsvTable): string {
  const some = ragged.slice(0, 5).join(", ");
  const rest = ragged.length > 5 ? ` and ${ragged.length - 5} more` : "";
  return `${ragged.length === 1 ? "Line" : "Lines"} ${some}${rest} ${ragged.length === 1 ? "does" : "do"} not have ${header.length} fields`;
}

/** On a phone each row says beneath its first field what a person would scroll for, amounts first. */
function columnsOf({ header, rows }: CsvTable, order: CsvOrder, turn: (column: number) => void, narrow: boolean): Column<CsvRow>[] {
  const widest = Math.min(
    maxColumns,
    rows.reduce((most, row) => Math.max(most, row.cells.length), header.length),
  );
  const sorting = (column: number) => ({
    onSort: () => turn(column),
    ...(order.column === column ? { sorted: order.desc ? ("desc" as const) : ("asc" as const) } : {}),
  });
  const columns = Array.from({ length: widest }, (_, at): Column<CsvRow> => {
    const cells = rows.map((row) => row.cells[at] ?? "").filter((cell) => cell !== "");
    // One that is malformed does not make a column of amounts one of words.
    const numeric = cells.length > 0 && cells.filter((cell) => !Number.isNaN(numberOf(cell))).length >= 0.9 * cells.length;
    const longest = cells.reduce((most, cell) => Math.max(most, lengthOf(cell)), header[at]?.length ?? 8);
    return {
      id: String(at),
      header: header[at] ?? `Column ${at + 1}`,
      width: `${Math.min(320, 40 + Math.max(6, longest) * 7.5)}px`,
      ...(numeric ? { align: "end" as const } : {}),
      cell: (row) => <Cell text={row.cells[at] ?? ""} />,
      ...sorting(at),
    };
  });
  const line: Column<CsvRow> = {
    id: "line",
    header: "Line",
    width: "80px",
    ...sorting(-1),
    cell: (row) => <span className="text-ink-3">{row.line}</span>,
  };
  const [first, ...others] = columns;
  const told = [...others.filter(({ align }) => align === "end"), ...others.filter(({ align }) => align !== "end")];
  if (narrow && first && told.length > 0) {
    const beneath = (row: CsvRow) =>
      told.map(({ id, header: named }, at) => (
        <span key={id}>
          {at > 0 ? " · " : null}
          {named} <span className="text-ink">{row.cells[Number(id)]}</span>
        </span>
      ));
    return [{ ...first, width: "calc(100vw - 48px)", beneath }, ...others];
  }
  // Takes what is left, so that the others keep the width of their content.
  const rest: Column<CsvRow> = { id: "rest", header: "", cell: () => null };
  return [line, ...columns, rest];
}

/** In characters of Latin width; most others of the Basic Multilingual Plane's end are twice as wide. */
function lengthOf(text: string): number {
  return text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0);
}

/** Spaces at the ends, tabs and line breaks are what makes a file fail, so they are marked. */
function Cell({ text }: { text: string }) {
  const [, before = "", middle = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  const odd = before !== "" || after !== "" || /[\t\n\r]/.test(middle);
  if (!odd) return <span title={text}>{text}</span>;
  return (
    <span title={JSON.stringify(text)}>
      <Marks text={before} />
      {middle.split(/([\t\n\r])/).map((part, at) => (/[\t\n\r]/.test(part) ? <Marks key={at} text={part} /> : part))}
      <Marks text={after} />
    </span>
  );
}

function Marks({ text }: { text: string }) {
  if (text === "") return null;
  const signs = [...text].map((char) => (char === "\t" ? "⇥" : char === "\n" || char === "\r" ? "↵" : "·")).join("");
  return (
    <span aria-hidden className="text-waiting">
      {signs}
    </span>
  );
}
