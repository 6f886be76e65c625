import { useEffect, useEffectEvent } from "react";
import { type FieldValues, type UseFormReturn, useFormState } from "react-hook-form";
import { beganIn, rebase, sameValue } from "./form-draft.ts";

/** A value that a form's record has, in words. */
export type Facts = Readonly<Record<string, string>>;

/** Somebody else changed what is being changed here. Nothing is sent before a person decides. */
export interface Overtaken {
  readonly changes: readonly { readonly label: string; readonly began: string; readonly now: string }[];
  /** What was typed is meant to take the place of what is there now. */
  keep(): void;
  take(): void;
}

/**
 * Fields that nobody touched follow the record; of those that were touched this tells which the record has another value of by now.
 * `factsOf` puts the form's values in words; without it the form edits no record and nothing is followed.
 */
export function useFollowing<V extends FieldValues>(
  form: UseFormReturn<V>,
  record: Partial<V>,
  factsOf: ((values: V) => Facts) | undefined,
): Overtaken | undefined {
  "use no memo";
  // Read, so that a field which is touched, or is as it was again, draws the form anew.
  const { dirtyFields } = useFormState({ control: form.control });
  const touched = Object.keys(dirtyFields).join();
  const stored = factsOf ? JSON.stringify(record) : "";
  const follow = useEffectEvent(() => {
    if (!factsOf) return;
    for (const [name, value] of Object.entries(record)) {
      const began = beganIn(form)[name];
      const typed: unknown = form.getValues(name as never);
      if (!sameValue(value, began) && (sameValue(typed, began) || sameValue(typed, value))) rebase(form, name, value, value);
    }
  });
  useEffect(() => follow(), [stored, touched]);

  if (!factsOf) return undefined;
  const began = beganIn(form);
  const typed = form.getValues();
  const moved = Object.entries(record).filter(
    ([name, value]) => !sameValue(value, began[name]) && !sameValue(typed[name], began[name]) && !sameValue(typed[name], value),
  );
  if (moved.length === 0) return undefined;
  const before = factsOf({ ...typed, ...began });
  const now = factsOf({ ...typed, ...began, ...Object.fromEntries(moved) });
  const decide = (keeps: boolean) => () => {
    for (const [name, value] of moved) rebase(form, name, value, keeps ? typed[name] : value);
    form.clearErrors();
  };
  return {
    changes: [...new Set([...Object.keys(before), ...Object.keys(now)])]
      .filter((label) => before[label] !== now[label])
      .map((label) => ({ label, began: before[label] ?? "", now: now[label] ?? "" })),
    keep: decide(true),
    take: decide(false),
  };
}
