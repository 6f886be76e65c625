import type { Merged } from "#api/form.ts";
import { isObject, objectIn, ownValue } from "#contract/queues/case-fields.ts";
import { dataText } from "./data-blank.ts";

/**
 * Data of which two people changed something since both saw it as it `began`, field by field: what one of them alone changed goes into it, also
 * inside of groups, and of lists as long as they were. Undefined where one of the three is no JSON object.
 */
export function mergeData(began: string, mine: string, theirs: string): Merged<string> | undefined {
  const [was, my, their] = [began, mine, theirs].map(objectIn);
  if (!was || !my || !their) return undefined;
  const { keep, take } = merge(was, my, their);
  // A text that says the same already stays as it is written.
  const textOf = (value: unknown) => (isSame(value, their) ? theirs : isSame(value, my) ? mine : dataText(value));
  return { keep: textOf(keep), take: textOf(take) };
}

function merge(was: unknown, mine: unknown, theirs: unknown): Merged<unknown> {
  const one = isSame(was, theirs) || isSame(mine, theirs) ? { value: mine } : isSame(was, mine) ? { value: theirs } : undefined;
  if (one) return { keep: one.value, take: one.value };
  if (isObject(mine) && isObject(theirs)) return mergeGroups(isObject(was) ? was : {}, mine, theirs);
  if (Array.isArray(was) && Array.isArray(mine) && Array.isArray(theirs) && mine.length === was.length && theirs.length === was.length) {
    const entries = was.map((each, at) => merge(each, mine[at], theirs[at]));
    return { keep: entries.map(({ keep }) => keep), take: entries.map(({ take }) => take) };
  }
  return { keep: mine, take: theirs };
}

type Group = Readonly<Record<string, unknown>>;

function mergeGroups(was: Group, mine: Group, theirs: Group): Merged<unknown> {
  const fields = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].map(
    (name) => [name, merge(ownValue(was, name), ownValue(mine, name), ownValue(theirs, name))] as const,
  );
  const only = (which: keyof Merged<unknown>) =>
    Object.fromEntries(fields.flatMap(([name, merged]) => (merged[which] === undefined ? [] : [[name, merged[which]]])));
  return { keep: only("keep"), take: only("take") };
}

/** In whichever order the fields of a group stand. */
function isSame(one: unknown, other: unknown): boolean {
  return ordered(one) === ordered(other);
}

function ordered(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
