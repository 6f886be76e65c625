import { use } from "react";
import { ownValue } from "#contract/queues/case-fields.ts";
import type { FieldSchema } from "#contract/queues/case-schema.ts";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import { KnownChoices } from "./known-choices.ts";
import { type RowKind, rowKind, rowKinds, turned } from "./schema-kinds.ts";
import { useTyped } from "./use-typed.ts";

interface SchemaKindProps {
  label: string;
  place: string;
  field: FieldSchema;
  onField: (field: FieldSchema) => string | undefined;
  className?: string;
}

/** Says what a field is, or each entry of a list. */
export function SchemaKind({ label, place, field, onField, className = "max-sm:col-span-2" }: SchemaKindProps) {
  const choices = ownValue(use(KnownChoices), place);
  const chosen = useTyped(place, rowKind(field), (value) => onField(turned(field, value as RowKind, choices)));
  return (
    <Field label={label} className={className} error={chosen.error}>
      <Select options={rowKinds} {...chosen.input} />
    </Field>
  );
}
