import { type AriaAttributes, createContext, use } from "react";

export interface FieldControl {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
  readonly name: string | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly registration: Registration | undefined;
}

/** What a form library hands to an input; react-hook-form's `register` returns it. */
export interface Registration {
  readonly name: string;
  readonly onChange: (event: { target: unknown; type?: string }) => unknown;
  readonly onBlur: (event: { target: unknown; type?: string }) => unknown;
  readonly ref: (element: unknown) => void;
}

export const FieldContext = createContext<FieldControl | null>(null);

/** The attributes that tie an input to the field around it; empty outside of one. */
export function useFieldControl(): AriaAttributes & { readonly id?: string } {
  const field = use(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.invalid || undefined,
    "aria-required": field.required || undefined,
    ...(field.name === undefined ? {} : { name: field.name, "data-field": field.name }),
    ...field.registration,
  };
}
