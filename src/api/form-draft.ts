import { useEffect } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { dropDraft, readDraft, useShownDraft, writeDraft } from "./drafts.ts";

/** What was typed into a form and not sent, and what stood in those fields when that began. */
interface FormDraft {
  readonly typed: Readonly<Record<string, unknown>>;
  readonly began: Readonly<Record<string, unknown>>;
}

export const beganOf = (id: string) => `${id}:began`;

export function readFormDraft(id: string): FormDraft | undefined {
  const typed = readDraft(id);
  return typed && Object.keys(typed).length > 0 ? { typed, began: readDraft(beganOf(id)) ?? {} } : undefined;
}

/** Whether the draft says anything else than `values`, of which a form has the fields. */
export function draftDiffers(id: string, values: object): boolean {
  const stored = new Map<string, unknown>(Object.entries(values));
  return Object.entries(readFormDraft(id)?.typed ?? {}).some(([name, value]) => stored.has(name) && !sameValue(value, stored.get(name)));
}

export function writeFormDraft(id: string, { typed, began }: FormDraft, secrets: readonly string[]): void {
  writeDraft(id, typed, secrets);
  writeDraft(beganOf(id), began, secrets);
}

export function dropFormDraft(id: string): void {
  dropDraft(id);
  dropDraft(beganOf(id));
}

export const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What a field is compared with: what was stored when somebody began to type in it. */
export function beganIn<V extends FieldValues>(form: UseFormReturn<V>): Record<string, unknown> {
  return form.formState.defaultValues ?? {};
}

/** `typed` stands in a field of the first level, and is meant to take the place of `began`. */
export function rebase<V extends FieldValues>(form: UseFormReturn<V>, name: string, began: unknown, typed: unknown): void {
  const path = name as Path<V>;
  if (!sameValue(began, beganIn(form)[name])) {
    // The value of a control of our own is no field of the library yet, and it would not touch it.
    form.register(path);
    form.resetField(path, { defaultValue: began as PathValue<V, Path<V>> });
  }
  if (!sameValue(began, typed)) form.setValue(path, typed as PathValue<V, Path<V>>, { shouldDirty: true });
}

/** Remembers what was typed since `sent` was sent; what it returns puts that over what is stored by then. */
export function typedSince<V extends FieldValues>(form: UseFormReturn<V>, sent: Readonly<Record<string, unknown>>) {
  const typed = Object.entries(form.getValues()).filter(([name, value]) => !sameValue(value, sent[name]));
  return (stored: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of typed) rebase(form, name, stored[name], value);
  };
}

/** Of `values`, what is another than it began as. The rest may have been saved by somebody else since. */
export function changedOnly<T extends object>(values: T, began: object): Partial<T> {
  const was = new Map<string, unknown>(Object.entries(began));
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => !sameValue(value, was.get(key)))) as Partial<T>;
}

/** Keeps what is typed over a reload. `follows`: the fields show a record, which may say something else by the time the draft is read. */
export function useDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  id: string | undefined,
  follows: boolean,
  secrets: readonly string[] = [],
): void {
  const hidden = secrets.join();
  useShownDraft(id);
  useEffect(() => {
    if (id === undefined) return undefined;
    const values = form.getValues();
    const { typed, began } = readFormDraft(id) ?? { typed: {}, began: {} };
    for (const [name, value] of Object.entries(typed)) {
      if (!(name in values)) continue;
      rebase(form, name, follows && name in began ? began[name] : beganIn(form)[name], value);
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values: now, isDirty }) => {
        if (isDirty === false && !form.formState.isDirty) return;
        const changed = changedOnly(now, beganIn(form));
        const kept = follows ? {} : readFormDraft(id)?.began;
        const was = Object.fromEntries(Object.entries({ ...beganIn(form), ...kept }).filter(([name]) => name in changed));
        writeFormDraft(id, { typed: changed, began: was }, hidden.split(","));
      },
    });
  }, [form, id, follows, hidden]);
}
