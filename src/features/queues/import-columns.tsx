import type { CaseSchema } from "#contract/queues/case-schema.ts";
import type { CsvTable } from "#ui/csv.ts";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import { type ColumnChoice, columnNames, dataColumns } from "./case-import.ts";
import { ImportFieldColumns } from "./import-field-columns.tsx";
import { importFields } from "./import-fields.ts";

interface ImportColumnsProps {
  table: CsvTable;
  choice: ColumnChoice;
  /** The queue's, where it has one. */
  schema: CaseSchema | null;
  onChange: (choice: ColumnChoice) => void;
}

/** Says which column is what. */
export function ImportColumns({ table, choice, schema, onChange }: ImportColumnsProps) {
  const names = columnNames(table);
  const options = names.map((label, at) => ({ value: String(at), label }));
  const rest = dataColumns(table, choice).map((at) => names[at]);
  const choose = (part: "priority" | "labels", value: string) => {
    const { [part]: _before, ...others } = choice;
    onChange(value === "" ? others : { ...others, [part]: Number(value) });
  };
  return (
    <section aria-label="Columns" className="flex flex-col gap-3">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Title" hint="What the case is called. Needed.">
          <Select
            autoFocus
            options={options}
            value={String(choice.title)}
            onChange={(event) => onChange({ ...choice, title: Number(event.target.value) })}
          />
        </Field>
        <Field label="Priority" hint="none, medium or high">
          <Select
            empty="No column"
            options={options}
            value={String(choice.priority ?? "")}
            onChange={(event) => choose("priority", event.target.value)}
          />
        </Field>
        <Field label="Labels" hint="As in “month: March; late”">
          <Select
            empty="No column"
            options={options}
            value={String(choice.labels ?? "")}
            onChange={(event) => choose("labels", event.target.value)}
          />
        </Field>
      </div>
      {schema ? (
        <ImportFieldColumns
          fields={importFields(schema)}
          names={names}
          columns={choice.fields ?? {}}
          onChange={(fields) => onChange({ ...choice, fields })}
        />
      ) : null}
      <p className="text-sm break-words text-ink-2">
        {schema ? (
          rest.length === 0 ? null : (
            <>
              Left out: <span className="text-ink">{rest.join(", ")}</span>
            </>
          )
        ) : rest.length === 0 ? (
          "No column is left for the data of the cases."
        ) : (
          <>
            Data, under the {rest.length === 1 ? "name of its column" : "names of their columns"}:{" "}
            <span className="text-ink">{rest.join(", ")}</span>
          </>
        )}
      </p>
    </section>
  );
}
