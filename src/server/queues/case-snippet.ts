import { folded, wordsOf } from "#server/db/words.ts";

/** Where a word of the search begins a word of `data`, with what is around it. */
export function snippetOf(data: string, search: string) {
  const words = wordsOf(search);
  const [start, end] = placeIn(data, words) ?? placeInFolded(data, words) ?? [];
  if (start === undefined || end === undefined) return undefined;
  const [from, to] = [Math.max(0, start - 80), Math.min(data.length, end + 80)];
  return {
    before: (from > 0 ? "…" : "") + data.slice(from, start).toWellFormed(),
    match: data.slice(start, end),
    after: data.slice(end, to).toWellFormed() + (to < data.length ? "…" : ""),
  };
}

function placeIn(text: string, words: readonly string[]): [start: number, end: number] | undefined {
  for (const word of words) {
    const found = new RegExp(`(?<![\\p{L}\\p{Nd}])${word}`, "iu").exec(text);
    if (found) return [found.index, found.index + found[0].length];
  }
  return undefined;
}

/** For what is written with accents or in other characters of one meaning: the place of the folded word in the text as it is. */
function placeInFolded(text: string, words: readonly string[]): [start: number, end: number] | undefined {
  let plain = "";
  const origins: number[] = [];
  let at = 0;
  for (const letter of text) {
    const fold = folded(letter);
    plain += fold;
    for (let i = 0; i < fold.length; i += 1) origins.push(at);
    at += letter.length;
  }
  const found = placeIn(plain, words);
  return found && [origins[found[0]] ?? 0, origins[found[1]] ?? text.length];
}
