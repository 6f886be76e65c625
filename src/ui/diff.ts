import { diffArrays } from "diff";

export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

export type DiffRow = DiffLine | { readonly kind: "gap"; readonly lines: number; readonly at: number };

/** The lines of both texts in one order. Over two million line pairs the changed middle is shown as removed and added whole. */
export function diffLines(before: string, after: string): DiffLine[] {
  const changes = diffArrays(linesOf(before), linesOf(after), { maxEditLength: 4000, timeout: 1500 });
  const parts = changes ?? [
    { value: linesOf(before), removed: true, added: false },
    { value: linesOf(after), removed: false, added: true },
  ];
  const lines: DiffLine[] = [];
  let left = 0;
  let right = 0;
  for (const part of parts) {
    for (const text of part.value) {
      if (part.added) lines.push({ kind: "added", text, after: (right += 1) });
      else if (part.removed) lines.push({ kind: "removed", text, before: (left += 1) });
      else lines.push({ kind: "same", text, before: (left += 1), after: (right += 1) });
    }
  }
  return lines;
}

/** Folds runs of equal lines, leaving `around` of them at each change. */
export function folded(lines: readonly DiffLine[], around = 3): DiffRow[] {
  const rows: DiffRow[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (line === undefined) break;
    if (line.kind !== "same") {
      rows.push(line);
      at += 1;
      continue;
    }
    let end = at;
    while (lines[end]?.kind === "same") end += 1;
    const head = at === 0 ? 0 : around;
    const tail = end === lines.length ? 0 : around;
    const hidden = end - at - head - tail;
    if (hidden > 1)
      rows.push(...lines.slice(at, at + head), { kind: "gap", lines: hidden, at: at + head }, ...lines.slice(end - tail, end));
    else rows.push(...lines.slice(at, end));
    at = end;
  }
  return rows;
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split(/\r?\n/);
}
