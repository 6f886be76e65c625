import type { ReactNode } from "react";
import type { FieldSchema } from "#contract/queues/case-schema.ts";
import { Field } from "#ui/field.tsx";

/** What holds other values: a group, or a list. */
export function DataGroup({
  label,
  required,
  schema: { description },
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
  return (
    <div data-field={`data.${place}`} className="min-w-0 sm:col-span-2">
      <Field group label={label} error={error} limits={{ required }} {...(description ? { hint: description } : {})}>
        <div className="mt-1 border-s-2 border-line ps-3">{children}</div>
      </Field>
    </div>
  );
}
