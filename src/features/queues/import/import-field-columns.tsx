import { ownValue } from "#contract/queues/case-fields.ts";
import { kindOf, type ListSchema } from "#contract/queues/case-schema.ts";
import { kindWord, ruleWords } from "#features/queues/schema/schema-words.ts";
import { Field } from "#ui/field.tsx";
import { Select, type SelectOption } from "#ui/select.tsx";
import type { FieldColumns, ImportField } from "./import-fields.ts";

interface ImportFieldColumnsProps {
  fields: readonly ImportField[];
  options: readonly SelectOption[];
  columns: FieldColumns;
  /** Another column holds the data as a whole, so that a field needs none of its own. */
  whole: boolean;
  onChange: (columns: FieldColumns) => void;
}

/** Says which column fills which field of the queue's schema. */
export function ImportFieldColumns({ fields, options, columns, whole, onChange }: ImportFieldColumnsProps) {
  const choose = ({ place }: ImportField, value: string) => {
    const { [place]: _before, ...others } = columns;
    onChange(value === "" ? others : { ...others, [place]: Number(value) });
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">Fields</legend>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {fields.map((field) => (
          <Field
            key={field.place}
            label={field.label === field.path.at(-1) ? field.place : field.label}
            hint={[kindWord(field.schema), listWords(field), ruleWords(field.schema)].filter(Boolean).join(", ")}
            error={field.needed && !whole && ownValue(columns, field.place) === undefined ? "Required. Choose its column" : undefined}
            limits={{ required: field.needed }}
          >
            <Select
              empty="No column"
              options={options}
              value={String(ownValue(columns, field.place) ?? "")}
              onChange={({ target }) => choose(field, target.value)}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

/** How the entries of a list stand in one cell. */
function listWords({ schema }: ImportField): string {
  if (kindOf(schema) !== "array") return "";
  const kind = kindOf((schema as ListSchema).items);
  return kind === "object" || kind === "array" ? "as JSON" : "separated by semicolons";
}
