import { asRead, beginningOf, folded, markedBy } from "#server/platform/db/words.ts";

/** Where a term of the search stands in what a person reads of `data`, with what is around it. */
export function snippetOf(given: string, search: string) {
  const data = asRead(given);
  const marked = markedBy(search);
  // A text of ASCII is as it is folded, but for capitals.
  const [start, end] = placeIn(data, marked) ?? (/[^\0-\x7f]/.test(data) ? placeInFolded(data, marked) : undefined) ?? [];
  if (start === undefined || end === undefined) return undefined;
  const [from, to] = [Math.max(0, start - 80), Math.min(data.length, end + 80)];
  return {
    before: (from > 0 ? "…" : "") + data.slice(from, start).toWellFormed(),
    match: data.slice(start, end),
    after: data.slice(end, to).toWellFormed() + (to < data.length ? "…" : ""),
  };
}

function placeIn(text: string, marked: readonly string[]): [start: number, end: number] | undefined {
  for (const one of marked) {
    const found = new RegExp(`${beginningOf(one)}${one.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}`, "iu").exec(text);
    if (found) return [found.index, found.index + found[0].length];
  }
  return undefined;
}

/** For what is written with accents or in other characters of one meaning: the place of the folded word in the text as it is. */
function placeInFolded(text: string, marked: readonly string[]): [start: number, end: number] | undefined {
  let plain = "";
  const origins: number[] = [];
  let at = 0;
  for (const letter of text) {
    const fold = folded(letter);
    plain += fold;
    for (let i = 0; i < fold.length; i += 1) origins.push(at);
    at += letter.length;
  }
  const found = placeIn(plain, marked);
  return found && [origins[found[0]] ?? 0, origins[found[1]] ?? text.length];
}
