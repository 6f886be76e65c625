import type { FieldProps } from "#api/form.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { priorityWords } from "#features/queues/case-search.ts";
import { priorityWord } from "#features/queues/case-words.ts";
import { DataField } from "#features/queues/data/data-field.tsx";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";

interface CaseForm {
  field(name: "title" | "priority"): FieldProps;
  set(name: "data", text: string): void;
  errorOf(name: "data"): string | undefined;
  errorsBelow(name: "data"): ReadonlyMap<string, string>;
}

/** What a person says of a case, whether it is there or not yet. `data`: the value of the form's field. */
export function CaseFields({ form, schema, data }: { form: CaseForm; schema: CaseSchema | null; data: string | undefined }) {
  return (
    <>
      <Field label="Title" {...form.field("title")}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
      <DataField
        schema={schema}
        text={data ?? ""}
        onChange={(text) => form.set("data", text)}
        error={form.errorOf("data")}
        errors={form.errorsBelow("data")}
      />
      <Field label="Priority" {...form.field("priority")} limits={{ required: true }}>
        <Select options={priorityWords.map((value) => ({ value, label: priorityWord(value) }))} />
      </Field>
    </>
  );
}
