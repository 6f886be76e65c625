import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { counted } from "#ui/counted.ts";
import type { Column } from "#ui/table-column.ts";
import { Table } from "#ui/table.tsx";
import type { ImportPlan, ImportRow, RefusedRow } from "./case-import.ts";
import { Priority } from "./case-columns.tsx";
import { casesInWords } from "./case-words.ts";

const shownRows = 20;

/** What the rows will be, before anything is sent. */
export function ImportPreview({ plan: { rows, refused } }: { plan: ImportPlan }) {
  return (
    <>
      {rows.length > 0 ? (
        <section aria-label="What is made">
          <h2 className="mb-2 font-semibold">
            {casesInWords(rows.length)}
            {rows.length > shownRows ? <span className="font-normal text-ink-3">, the first {shownRows}</span> : null}
          </h2>
          <Frame>
            <Table label="Cases to come" rows={rows.slice(0, shownRows)} rowId={idOf} columns={caseColumns} keys={false} />
          </Frame>
        </section>
      ) : null}
      <RefusedRows refused={refused} />
    </>
  );
}

export function RefusedRows({ refused }: { refused: readonly RefusedRow[] }) {
  if (refused.length === 0) return null;
  return (
    <section aria-label="What is refused">
      <h2 className="mb-2 flex items-center gap-2 font-semibold text-failed">
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
        {counted(refused.length, "row is", "rows are")} left out
      </h2>
      <Frame>
        <Table label="Refused rows" rows={refused} rowId={idOf} columns={refusedColumns} keys={false} />
      </Frame>
    </section>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return <div className="flex max-h-80 flex-col overflow-hidden rounded-md border border-line">{children}</div>;
}

const idOf = ({ line }: { line: number }) => String(line);
const line = {
  id: "line",
  header: "Line",
  width: "72px",
  cell: (row: { line: number }) => <span className="text-ink-3">{row.line}</span>,
} as const;

const caseColumns: readonly Column<ImportRow>[] = [
  line,
  {
    id: "title",
    header: "Case",
    wrap: true,
    cell: ({ case: { title } }) => <Clamped text={title} />,
  },
  { id: "priority", header: "Priority", width: "104px", cell: (row) => <Priority value={row.case.priority ?? "none"} /> },
  {
    id: "labels",
    header: "Labels",
    width: "22%",
    from: "sm",
    cell: ({ case: { labels = [] } }) => (
      <span className="text-ink-2">{labels.map(({ key, value }) => (key ? `${key}: ${value}` : value)).join(" · ")}</span>
    ),
  },
  {
    id: "data",
    header: "Data",
    width: "34%",
    from: "sm",
    cell: ({ case: { data = "" } }) => (
      <code className="text-xs text-ink-3" title={data}>
        {data.replaceAll(/\s+/g, " ")}
      </code>
    ),
  },
];

const refusedColumns: readonly Column<RefusedRow>[] = [
  line,
  { id: "reason", header: "Why", wrap: true, cell: ({ reason }) => <Clamped text={reason} /> },
];

/** Two lines on a phone, one elsewhere. */
function Clamped({ text }: { text: string }) {
  return (
    <span title={text} className="max-sm:line-clamp-2 sm:block sm:truncate">
      {text}
    </span>
  );
}
