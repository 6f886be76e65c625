import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  get,
  type Resolver,
  useForm,
  useFormState,
  type UseFormRegisterReturn,
  useWatch,
} from "react-hook-form";
import type { EndpointSpec } from "#contract/endpoint.ts";
import type { $ZodType, Input, Output } from "#contract/zod.ts";
import { beganIn, changedOnly, draftDiffers, dropFormDraft, readFormDraft, typedSince, useDraft, writeFormDraft } from "./form-draft.ts";
import { type Broken, errorsIn, forgiveMet, judge, messageOf, place, type Placing, strays } from "./form-errors.ts";
import { type Facts, type Merges, type Overtaken, useFollowing } from "./form-follow.ts";

export type { Merged } from "./form-follow.ts";
import { type Limits, limitsOf, registerOptions } from "./limits.ts";

type Source = $ZodType | (EndpointSpec & { readonly body: $ZodType });
type SchemaOf<T> = T extends { readonly body: infer S extends $ZodType } ? S : T extends $ZodType ? T : never;
type Values<T> = Input<SchemaOf<T>> & FieldValues;
type Sent<T> = Output<SchemaOf<T>>;

export interface ContractFormOptions<T, R> extends Placing {
  /** Names the draft that survives a reload; with an object's id where several of a kind can be edited. No id, no draft. */
  readonly id?: string;
  readonly defaultValues: DefaultValues<Values<T>>;
  /**
   * For a form that edits a record: its values in words, by what the fields are called. `defaultValues` are then the record as it is now.
   * Fields that nobody touched follow it, and where somebody else changed what was touched here, the form asks which of the two goes on.
   */
  readonly follows?: (values: Values<T>) => Facts;
  /** Puts together what was typed into a field that has parts and what somebody else changed in it, so that only the same part has to be decided. */
  readonly merges?: Merges<Values<T>>;
  /** Sends. What it throws is put under the field that it names, else above the form's buttons. `changed`: only what is not as it began. */
  readonly submit: (values: Sent<T>, changed: Partial<Sent<T>>) => Promise<R>;
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
  /** What was sent is stored as these values: the form goes on from them, with what was typed meanwhile. */
  saved(values: DefaultValues<V>): void;
  /** Takes away why it was not sent, once that is settled. */
  forgive(): void;
  /** Spread into `ui/form.tsx`. */
  readonly props: {
    readonly ref: (form: HTMLFormElement | null) => void;
    readonly onSubmit: (event?: { preventDefault(): void }) => void;
    readonly error: string | undefined;
    readonly busy: boolean;
    readonly overtaken: Overtaken | undefined;
    /** What was typed before the form was opened is back: throws it away. */
    readonly onStartOver: (() => void) | undefined;
    /** Throws away what was typed; returns what brings it back, when there was something. */
    readonly onDiscard: () => (() => void) | undefined;
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
  const [mustDecide, setMustDecide] = useState(false);
  const resolver = standardSchemaResolver(schema as never) as unknown as Resolver<V>;
  const form = useForm<V>({
    defaultValues: options.defaultValues,
    resolver,
    mode: "onSubmit",
    reValidateMode: "onChange",
    shouldFocusError: false,
  });
  const { errors, isSubmitting, isDirty, submitCount } = useFormState({ control: form.control });
  useDraft(form, options.id, options.follows !== undefined, options.secrets);
  const overtaken = useFollowing(form, options.defaultValues as Partial<V>, options.follows, options.merges);
  const [restored, setRestored] = useState(() => options.id !== undefined && draftDiffers(options.id, options.defaultValues));

  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [submitCount]);

  // Only what is drawn tells which rules the fields show, and which of them were met since.
  const broken = JSON.stringify([...errorsIn(errors)]);
  useEffect(() => setStray(strays(JSON.parse(broken) as Broken[], element.current)), [broken]);
  const forgive = useEffectEvent(() => forgiveMet(form, resolver, JSON.parse(broken) as Broken[]));
  useEffect(
    () => (broken === "[]" ? undefined : form.subscribe({ formState: { values: true }, callback: () => void forgive() })),
    [form, broken],
  );

  // Whoever corrects something while it is sent, and sends it again, means the correction, should it not be taken as it was.
  const sending = useRef("{}");
  const again = useRef(false);
  const asSent = () => JSON.parse(sending.current) as Record<string, unknown>;
  const submit = form.handleSubmit(
    // oxlint-disable-next-line react/refs -- runs when somebody submits, not while this renders
    async (values) => {
      const sent = values as unknown as Sent<T> & Record<string, unknown>;
      const changed = Object.keys(changedOnly(form.getValues(), beganIn(form))).map((name) => [name, sent[name]]);
      let reply: R;
      try {
        reply = await options.submit(sent, Object.fromEntries(changed) as Partial<Sent<T>>);
      } catch (error) {
        place(form, error, options);
        return;
      }
      again.current = false;
      if (options.id !== undefined) dropFormDraft(options.id);
      setRestored(false);
      if (options.follows) typedSince(form, asSent())(asSent());
      options.onDone?.(reply);
    },
  );

  const send = () => {
    sending.current = JSON.stringify(form.getValues());
    again.current = false;
    void submit().then(() => (again.current ? send() : undefined));
  };

  const errorOf = (name: string): string | undefined => messageOf(get(errors, name));
  const result: ContractForm<V> = {
    field: (name) => {
      const limits = limitsOf(schema, name);
      return { registration: form.register(name, registerOptions(limits)), limits, error: errorOf(name) };
    },
    valueOf: (name) => form.getValues(name),
    set: (name, value) => {
      form.setValue(name, value, { shouldDirty: true });
      if (submitCount > 0) void judge(form, resolver, name);
    },
    errorOf,
    errorsBelow: (name) => new Map(errorsIn(get(errors, name))),
    reset: (values) => {
      again.current = false;
      if (options.id !== undefined) dropFormDraft(options.id);
      setRestored(false);
      form.reset(values ?? options.defaultValues);
    },
    saved: (values) => {
      const typeOn = typedSince(form, asSent());
      result.reset(values);
      typeOn(values);
    },
    forgive: () => form.clearErrors("root"),
    props: {
      overtaken,
      onStartOver: restored && isDirty && !overtaken ? () => result.reset() : undefined,
      onDiscard: () => {
        const { id } = options;
        const typed = id === undefined ? undefined : readFormDraft(id);
        if (id === undefined || typed === undefined) return undefined;
        dropFormDraft(id);
        return () => writeFormDraft(id, typed, []);
      },
      ref: (node) => {
        element.current = node;
      },
      onSubmit: (event) => {
        event?.preventDefault();
        if (isSubmitting) {
          again.current = JSON.stringify(form.getValues()) !== sending.current;
          return;
        }
        setMustDecide(overtaken !== undefined);
        if (overtaken) return element.current?.querySelector<HTMLElement>("[data-overtaken] button")?.focus();
        send();
      },
      error: messageOf(errors.root) ?? (overtaken && mustDecide ? "Choose which version to keep first." : stray),
      busy: isSubmitting,
    },
    busy: isSubmitting,
    dirty: isDirty,
    control: form.control,
  };
  return result;
}

/** The value of a field, live. A hook of its own so that only its reader renders again. */
export function useFieldValue<V extends FieldValues, N extends FieldPath<V>>(form: { control: Control<V> }, name: N): FieldPathValue<V, N> {
  return useWatch({ control: form.control, name });
}

function schemaOf(source: Source): $ZodType {
  return "body" in source && "method" in source ? (source as EndpointSpec & { body: $ZodType }).body : source;
}
