import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import type { FieldColumns, ImportField } from "./import-fields.ts";
import { kindWord, ruleWords } from "./schema-words.ts";

interface ImportFieldColumnsProps {
  fields: readonly ImportField[];
  /** Names of the columns. */
  names: readonly string[];
  columns: FieldColumns;
  onChange: (columns: FieldColumns) => void;
}

/** Says which column fills which field of the queue's schema. */
export function ImportFieldColumns({ fields, names, columns, onChange }: ImportFieldColumnsProps) {
  const choose = ({ place }: ImportField, value: string) => {
    const { [place]: _before, ...others } = columns;
    onChange(value === "" ? others : { ...others, [place]: Number(value) });
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">Data, by the fields of the schema</legend>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {fields.map((field) => (
          <Field
            key={field.place}
            label={field.label === field.path.at(-1) ? field.place : field.label}
            hint={[kindWord(field.schema), ruleWords(field.schema)].filter(Boolean).join(", ")}
            limits={{ required: field.needed }}
          >
            <Select
              empty="No column"
              options={names.map((label, at) => ({ value: String(at), label }))}
              value={String(columns[field.place] ?? "")}
              onChange={({ target }) => choose(field, target.value)}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
