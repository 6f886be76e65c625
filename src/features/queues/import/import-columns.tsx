import { CircleAlert } from "lucide-react";
import type { DataCheck } from "#features/queues/schema/schema-queries.ts";
import type { CsvTable } from "#ui/csv.ts";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import { type ColumnChoice, columnLabels, columnLetters, columnNames, keyColumns, restColumns, writingOf } from "./column-choice.ts";
import { ImportFieldColumns } from "./import-field-columns.tsx";
import { importFields } from "./import-fields.ts";
import { ImportWriting } from "./import-notation.tsx";

interface ImportColumnsProps {
  table: CsvTable;
  choice: ColumnChoice;
  check: DataCheck;
  onChange: (choice: ColumnChoice) => void;
}

/** Says which column is what. */
export function ImportColumns({ table, choice, check: { schema }, onChange }: ImportColumnsProps) {
  const names = columnNames(table);
  const keys = keyColumns(table, choice);
  const kept = !schema && choice.data === undefined;
  const called = (at: number, name = "") => `${columnLetters(at)} ${name || "(no name)"}`;
  const options = columnLabels(table).map((label, at) => ({ value: String(at), label }));
  const declared = schema ? importFields(schema) : [];
  const choose = (part: "priority" | "labels" | "data", value: string) => {
    const { [part]: _before, ...others } = choice;
    onChange(value === "" ? others : { ...others, [part]: Number(value) });
  };
  const other = (part: "priority" | "labels" | "data", label: string, hint: string) => (
    <Field label={label} hint={hint}>
      <Select
        empty="No column"
        options={options}
        value={String(choice[part] ?? "")}
        onChange={(event) => choose(part, event.target.value)}
      />
    </Field>
  );
  return (
    <section aria-label="Columns" className="flex flex-col gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-4">
        <Field label="Title" hint="The case title. Required.">
          <Select
            autoFocus
            options={options}
            value={String(choice.title)}
            onChange={(event) => onChange({ ...choice, title: Number(event.target.value) })}
          />
        </Field>
        {other("priority", "Priority", "none, medium or high")}
        {other("labels", "Labels", "For example “month: March; late”")}
        {other("data", "Raw data", schema ? "JSON. Fields below override it." : "Text or JSON, as it is")}
      </div>
      {schema ? (
        <ImportFieldColumns
          fields={declared}
          options={options}
          columns={choice.fields}
          whole={choice.data !== undefined}
          onChange={(fields) => onChange({ ...choice, fields })}
        />
      ) : null}
      <ImportWriting
        fields={declared}
        columns={choice.fields}
        writing={writingOf(table, choice, declared)}
        onChange={(writing) => onChange({ ...choice, writing })}
      />
      {keys.length > 0 ? <Kept names={keys.map(([at, key]) => called(at, key))} /> : null}
      <Rest names={restColumns(table, choice).map((at) => called(at, (kept ? names : table.header)[at]))} kept={kept} />
    </section>
  );
}

function Kept({ names }: { names: readonly string[] }) {
  return (
    <p className="text-sm break-words text-ink-2">
      Data, under the {names.length === 1 ? "name of its column" : "names of their columns"}:{" "}
      <span className="text-ink">{names.join(", ")}</span>
    </p>
  );
}

/** What becomes of the columns that were not chosen for anything. */
function Rest({ names, kept }: { names: readonly string[]; kept: boolean }) {
  if (kept && names.length > 0) return <Kept names={names} />;
  if (kept) return <p className="text-sm text-ink-2">All columns are used. None is left for the case data.</p>;
  if (names.length === 0) return null;
  return (
    <p className="flex items-start gap-2 rounded-md bg-waiting-soft px-3 py-2 text-sm">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-waiting" />
      <span className="min-w-0 break-words">
        {names.length === 1 ? "Column not imported" : "Columns not imported"}: <span className="text-ink">{names.join(", ")}</span>
      </span>
    </p>
  );
}
