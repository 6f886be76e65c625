import type { ReactNode } from "react";
import type { FieldSchema } from "#contract/queues/case-schema.ts";
import { helpWords } from "#features/queues/schema/schema-words.ts";
import { Field } from "#ui/field.tsx";

/** What holds other values: a group, or a list. */
export function DataGroup({
  label,
  required,
  schema,
  error,
  place,
  children,
}: {
  label: string;
  required: boolean;
  schema: FieldSchema;
  error: string | undefined;
  place: string;
  children: ReactNode;
}) {
  const hint = helpWords(schema);
  return (
    <div data-field={`data.${place}`} className="min-w-0 sm:col-span-2">
      <Field group label={label} error={error} limits={{ required }} {...(hint === "" ? {} : { hint })}>
        <div className="mt-1 border-s-2 border-line ps-3">{children}</div>
      </Field>
    </div>
  );
}
