import { diffWordsWithSpace } from "diff";

/** A stretch of a line, and whether the other line lacks it. */
export interface Stretch {
  readonly text: string;
  readonly own: boolean;
}

/** The words of two lines that differ. Undefined where the lines share too little for marks to help. */
export function wordsOf(before: string, after: string): { before: Stretch[]; after: Stretch[] } | undefined {
  if (before.length + after.length > 4000) return undefined;
  const parts = diffWordsWithSpace(before, after, { maxEditLength: 200, timeout: 20 });
  if (!parts) return undefined;
  const shared = parts.filter(({ added, removed }) => !added && !removed).reduce((sum, { value }) => sum + value.trim().length, 0);
  if (shared * 3 < Math.max(before.trim().length, after.trim().length)) return undefined;
  const side = (foreign: "added" | "removed", own: "added" | "removed") =>
    parts.filter((part) => !part[foreign]).map((part) => ({ text: part.value, own: part[own] }));
  return { before: side("added", "removed"), after: side("removed", "added") };
}
