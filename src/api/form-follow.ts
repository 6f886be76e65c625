import { useEffect, useEffectEvent } from "react";
import { type FieldValues, type UseFormReturn, useFormState } from "react-hook-form";
import { beganIn, rebase, sameValue } from "./form-draft.ts";

/** A value that a form's record has, in words. */
export type Facts = Readonly<Record<string, string>>;

/** Two values of one field put together: where both changed the same part of it, `keep` has what was typed and `take` what is stored. */
export interface Merged<T> {
  readonly keep: T;
  readonly take: T;
}

/** By field, for values that have parts; undefined where they cannot be put together. */
export type Merges<V> = { readonly [K in keyof V]?: (began: V[K], typed: V[K], stored: V[K]) => Merged<V[K]> | undefined };

/** Somebody else changed what is being changed here. Nothing is sent before a person decides. */
export interface Overtaken {
  readonly changes: readonly { readonly label: string; readonly began: string; readonly now: string }[];
  /** What was typed is meant to take the place of what is there now. */
  keep(): void;
  take(): void;
}

/**
 * Fields that nobody touched follow the record, and parts of a field as far as `merges` tells them apart; of what was touched this tells where
 * the record has another value by now. `factsOf` puts the form's values in words; without it the form edits no record and nothing is followed.
 */
export function useFollowing<V extends FieldValues>(
  form: UseFormReturn<V>,
  record: Partial<V>,
  factsOf: ((values: V) => Facts) | undefined,
  merges: Merges<V> = {},
): Overtaken | undefined {
  "use no memo";
  // Read, so that a field which is touched, or is as it was again, draws the form anew.
  const { dirtyFields } = useFormState({ control: form.control });
  const touched = Object.keys(dirtyFields).join();
  const stored = factsOf ? JSON.stringify(record) : "";
  const follow = useEffectEvent(() => {
    if (!factsOf) return;
    for (const { name, theirs, keep, take } of movedIn(form, record, merges)) if (sameValue(keep, take)) rebase(form, name, theirs, keep);
  });
  useEffect(() => follow(), [stored, touched]);

  if (!factsOf) return undefined;
  const [began, typed] = [beganIn(form), form.getValues()];
  const moved = movedIn(form, record, merges).filter(({ keep, take }) => !sameValue(keep, take));
  if (moved.length === 0) return undefined;
  const wordsWith = (part: "compared" | "take"): Facts =>
    factsOf({ ...typed, ...began, ...Object.fromEntries(moved.map((one) => [one.name, one[part]])) });
  const [before, compared, now] = [factsOf({ ...typed, ...began }), wordsWith("compared"), wordsWith("take")];
  const decide = (which: "keep" | "take") => () => {
    for (const one of moved) rebase(form, one.name, one.theirs, one[which]);
    form.clearErrors();
  };
  return {
    changes: [...new Set([...Object.keys(compared), ...Object.keys(now)])]
      .filter((label) => compared[label] !== now[label])
      .map((label) => ({ label, began: before[label] ?? "", now: now[label] ?? "" })),
    keep: decide("keep"),
    take: decide("take"),
  };
}

interface Moved extends Merged<unknown> {
  readonly name: string;
  readonly theirs: unknown;
  /** What differs from `take` in that which is to be decided. */
  readonly compared: unknown;
}

/** The fields of which the record has another value than they began with. Where `keep` and `take` are the same there is nothing to decide. */
function movedIn<V extends FieldValues>(form: UseFormReturn<V>, record: Partial<V>, merges: Merges<V>): Moved[] {
  return Object.entries(record).flatMap(([name, theirs]): Moved[] => {
    const began = beganIn(form)[name] as V[string];
    const typed = form.getValues(name as never) as unknown as V[string];
    if (sameValue(theirs, began)) return [];
    if (sameValue(typed, began) || sameValue(typed, theirs)) return [{ name, theirs, keep: theirs, take: theirs, compared: theirs }];
    const merged = merges[name]?.(began, typed, theirs as V[string]);
    return [merged ? { name, theirs, ...merged, compared: merged.keep } : { name, theirs, keep: typed, take: theirs, compared: began }];
  });
}
