import { diffArrays } from "diff";

/** How the lines of one text become those of another, in order: so many kept, taken away or put in. */
export interface Edit {
  readonly kind: "same" | "removed" | "added";
  readonly count: number;
}

/** A line of the diff by its places in the two texts, counted from 0. A changed line has its counterpart beside it. */
export interface DiffLine {
  readonly kind: "same" | "removed" | "added" | "changed";
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** Which group of changes it begins, counted from 0. */
  readonly hunk?: number;
}
export type DiffRow = DiffLine | { readonly kind: "gap"; readonly at: number; readonly lines: number };

export function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split(/\r?\n/);
}

/**
 * The shortest way from one list of lines to the other. Past 4,000 edits or 1.5 s the part in which they differ is one removed and one added
 * whole. Pure; takes as long as the texts are different, so long ones belong in a worker.
 */
export function editsOf(before: readonly string[], after: readonly string[]): Edit[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const old = before.slice(head, before.length - tail);
  const now = after.slice(head, after.length - tail);
  const middle: Edit[] = diffArrays(old, now, { maxEditLength: 4000, timeout: 1500 })?.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    count: value.length,
  })) ?? [
    { kind: "removed", count: old.length },
    { kind: "added", count: now.length },
  ];
  const edits: Edit[] = [{ kind: "same", count: head }, ...middle, { kind: "same", count: tail }];
  return edits.filter(({ count }) => count > 0);
}

/** One row for each line; in `split` a removed line and the added one in its place share a row. */
export function rowsOf(edits: readonly Edit[], layout: "unified" | "split"): DiffLine[] {
  const rows: DiffLine[] = [];
  let left = 0;
  let right = 0;
  let hunk = -1;
  for (let at = 0; at < edits.length; at += 1) {
    const { kind, count } = edits[at] as Edit;
    if (kind === "same") {
      for (let i = 0; i < count; i += 1) rows.push({ kind, before: left + i, after: right + i });
      left += count;
      right += count;
      continue;
    }
    // Removed and added lines stand side by side in either order.
    const other = edits[at + 1];
    const pair = other && other.kind !== "same" && other.kind !== kind ? other : undefined;
    if (pair) at += 1;
    const removed = kind === "removed" ? count : (pair?.count ?? 0);
    const added = kind === "added" ? count : (pair?.count ?? 0);
    const first = rows.length;
    pushChange(rows, layout, { left, right, removed, added });
    hunk += 1;
    rows[first] = { ...(rows[first] as DiffLine), hunk };
    left += removed;
    right += added;
  }
  return rows;
}

function pushChange(
  rows: DiffLine[],
  layout: "unified" | "split",
  { left, right, removed, added }: { left: number; right: number; removed: number; added: number },
): void {
  const both = Math.min(removed, added);
  if (layout === "split") {
    for (let i = 0; i < both; i += 1) rows.push({ kind: "changed", before: left + i, after: right + i });
    for (let i = both; i < removed; i += 1) rows.push({ kind: "removed", before: left + i, after: undefined });
    for (let i = both; i < added; i += 1) rows.push({ kind: "added", before: undefined, after: right + i });
    return;
  }
  for (let i = 0; i < removed; i += 1) rows.push({ kind: "removed", before: left + i, after: i < both ? right + i : undefined });
  for (let i = 0; i < added; i += 1) rows.push({ kind: "added", before: i < both ? left + i : undefined, after: right + i });
}

/** Folds unchanged lines, leaving `around` of them at each change. `opened` names folds that stay open, by the row they begin at. */
export function folded(lines: readonly DiffLine[], opened: ReadonlySet<number>, around = 3): DiffRow[] {
  const rows: DiffRow[] = [];
  for (let at = 0; at < lines.length;) {
    let end = at;
    while (lines[end]?.kind === "same") end += 1;
    if (end === at) {
      rows.push(lines[at] as DiffLine);
      at += 1;
      continue;
    }
    const head = at === 0 ? 0 : around;
    const tail = end === lines.length ? 0 : around;
    const hidden = end - at - head - tail;
    if (hidden > 1 && !opened.has(at + head))
      rows.push(...lines.slice(at, at + head), { kind: "gap", at: at + head, lines: hidden }, ...lines.slice(end - tail, end));
    else rows.push(...lines.slice(at, end));
    at = end;
  }
  return rows;
}
