import { ownValue } from "#contract/queues/case-fields.ts";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import type { FieldColumns, ImportField } from "./import-fields.ts";
import { writtenAs, type Writing } from "#features/queues/data/notation.ts";

interface ImportWritingProps {
  fields: readonly ImportField[];
  columns: FieldColumns;
  writing: Writing;
  onChange: (writing: Writing) => void;
}

/** How the file writes numbers and dates, where columns of them are taken. */
export function ImportWriting({ fields, columns, writing, onChange }: ImportWritingProps) {
  const kinds = new Set(fields.map(({ place, schema }) => (ownValue(columns, place) === undefined ? undefined : writtenAs(schema))));
  if (!kinds.has("number") && !kinds.has("date")) return null;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-4">
      {kinds.has("number") ? (
        <Field label="Number format">
          <Select
            options={[
              { value: ".", label: "1,234.56" },
              { value: ",", label: "1.234,56" },
            ]}
            value={writing.decimal}
            onChange={({ target }) => onChange({ ...writing, decimal: target.value as Writing["decimal"] })}
          />
        </Field>
      ) : null}
      {kinds.has("date") ? (
        <Field label="Date format">
          <Select
            options={[
              { value: "year", label: "2026-01-31" },
              { value: "day", label: "31.01.2026" },
              { value: "month", label: "01/31/2026" },
            ]}
            value={writing.dates}
            onChange={({ target }) => onChange({ ...writing, dates: target.value as Writing["dates"] })}
          />
        </Field>
      ) : null}
    </div>
  );
}
