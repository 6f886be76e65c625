import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect, useRef, useState } from "react";
import {
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  useForm,
  useFormState,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useWatch,
} from "react-hook-form";
import type { EndpointSpec } from "#contract/endpoint.ts";
import type { $ZodType, Input, Output } from "#contract/zod.ts";
import { dropDraft, readDraft, writeDraft } from "./drafts.ts";
import { errorsIn, messageOf, place, type Placing, strays } from "./form-errors.ts";
import { type Limits, limitsOf } from "./limits.ts";

type Source = $ZodType | (EndpointSpec & { readonly body: $ZodType });
type SchemaOf<T> = T extends { readonly body: infer S extends $ZodType } ? S : T extends $ZodType ? T : never;
type Values<T> = Input<SchemaOf<T>> & FieldValues;
type Sent<T> = Output<SchemaOf<T>>;

export interface ContractFormOptions<T, R> extends Placing {
  /** Names the draft that survives a reload; with an object's id where several of a kind can be edited. No id, no draft. */
  readonly id?: string;
  readonly defaultValues: DefaultValues<Values<T>>;
  /** Sends. What it throws is put under the field that it names, else above the form's buttons. */
  readonly submit: (values: Sent<T>) => Promise<R>;
  readonly onDone?: (reply: R) => void;
  /** Fields beside those with a telling name that must not be kept in a draft. */
  readonly secrets?: readonly string[];
}

/** Spread into `ui/field.tsx`. */
export interface FieldProps {
  readonly registration: UseFormRegisterReturn;
  readonly limits: Limits;
  readonly error: string | undefined;
}

export interface ContractForm<V extends FieldValues> {
  /** For an input that the browser holds: text, number, select, checkbox. */
  field(name: FieldPath<V>): FieldProps;
  /** For a control with value and setter of its own; read the value with `useFieldValue`. */
  set<N extends FieldPath<V>>(name: N, value: FieldPathValue<V, N>): void;
  /** The value as it is now, for code outside of rendering; `useFieldValue` follows it while rendering. */
  valueOf<N extends FieldPath<V>>(name: N): FieldPathValue<V, N>;
  errorOf(name: FieldPath<V>): string | undefined;
  /** What is wrong inside of a field whose value is a document, by the place in it, as in `supplier.name`. */
  errorsBelow(name: FieldPath<V>): ReadonlyMap<string, string>;
  reset(values?: DefaultValues<V>): void;
  /** Spread into `ui/form.tsx`. */
  readonly props: {
    readonly ref: (form: HTMLFormElement | null) => void;
    readonly onSubmit: (event?: { preventDefault(): void }) => void;
    readonly error: string | undefined;
    readonly busy: boolean;
  };
  readonly busy: boolean;
  readonly dirty: boolean;
  readonly control: Control<V>;
}

/** A form over the schema of a contract: the same rule and the same words as the service, before the request. */
export function useContractForm<const T extends Source, R>(source: T, options: ContractFormOptions<T, R>): ContractForm<Values<T>> {
  // react-hook-form changes its error object in place; a memoised reader would keep showing the old one.
  "use no memo";
  type V = Values<T>;
  const schema = schemaOf(source);
  const element = useRef<HTMLFormElement | null>(null);
  const [stray, setStray] = useState<string>();
  const form = useForm<V>({
    defaultValues: options.defaultValues,
    resolver: standardSchemaResolver(schema as never) as unknown as Resolver<V>,
    mode: "onSubmit",
    reValidateMode: "onChange",
    shouldFocusError: false,
  });
  const { errors, isSubmitting, isDirty, submitCount } = useFormState({ control: form.control });
  useDraft(form, options.id, options.secrets);

  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [submitCount]);

  const submit = form.handleSubmit(
    // oxlint-disable-next-line react/refs -- runs when somebody submits, not while this renders
    async (values) => {
      let reply: R;
      try {
        reply = await options.submit(values as unknown as Sent<T>);
      } catch (error) {
        place(form, error, options);
        setStray(strays(form.formState.errors, element.current));
        return;
      }
      if (options.id !== undefined) dropDraft(options.id);
      options.onDone?.(reply);
    },
    // oxlint-disable-next-line react/refs -- as above
    (broken) => setStray(strays(broken, element.current)),
  );

  const errorOf = (name: string): string | undefined => messageOf(get(errors, name));
  return {
    field: (name) => {
      const limits = limitsOf(schema, name);
      return { registration: form.register(name, registerOptions(limits)), limits, error: errorOf(name) };
    },
    valueOf: (name) => form.getValues(name),
    set: (name, value) => form.setValue(name, value, { shouldDirty: true, shouldValidate: submitCount > 0 }),
    errorOf,
    errorsBelow: (name) => new Map(errorsIn(get(errors, name))),
    reset: (values) => {
      if (options.id !== undefined) dropDraft(options.id);
      form.reset(values ?? options.defaultValues);
    },
    props: {
      ref: (node) => {
        element.current = node;
      },
      onSubmit: (event) => {
        event?.preventDefault();
        if (isSubmitting) return;
        setStray(undefined);
        void submit();
      },
      error: messageOf(errors.root) ?? stray,
      busy: isSubmitting,
    },
    busy: isSubmitting,
    dirty: isDirty,
    control: form.control,
  };
}

/** The value of a field, live. A hook of its own so that only its reader renders again. */
export function useFieldValue<V extends FieldValues, N extends FieldPath<V>>(form: { control: Control<V> }, name: N): FieldPathValue<V, N> {
  return useWatch({ control: form.control, name });
}

function schemaOf(source: Source): $ZodType {
  return "body" in source && "method" in source ? (source as EndpointSpec & { body: $ZodType }).body : source;
}

function registerOptions(limits: Limits) {
  return {
    setValueAs: (value: unknown) => {
      if (value === "" || value === undefined || (typeof value === "number" && Number.isNaN(value))) return limits.empty;
      return limits.numeric && typeof value === "string" ? Number(value) : value;
    },
  };
}

/** A draft must not bring back what was never touched, and may have been saved by somebody else since. */
function changedOnly(typed: object, before: object): Record<string, unknown> {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(typed).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(was.get(key))));
}

function useDraft<V extends FieldValues>(form: UseFormReturn<V>, id: string | undefined, secrets: readonly string[] = []): void {
  const hidden = secrets.join();
  useEffect(() => {
    if (id === undefined) return undefined;
    const values = form.getValues();
    for (const [key, value] of Object.entries(readDraft(id) ?? {})) {
      if (key in values) form.setValue(key as Path<V>, value as never, { shouldDirty: true });
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values: typed, isDirty }) => {
        if (isDirty !== false || form.formState.isDirty)
          writeDraft(id, changedOnly(typed, form.formState.defaultValues ?? {}), hidden.split(","));
      },
    });
  }, [form, id, hidden]);
}
