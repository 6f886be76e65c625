/**
 * What somebody wrote, as one line of prose: it begins like a sentence and has no marks in front, so that it is no heading, no list and no step of a
 * written program, and none of the signs that such a program fills in.
 */
export function sentence(words: string): string {
  const line = plain(words);
  const [first = ""] = line;
  return `${first.toLocaleUpperCase("en")}${line.slice(first.length)}`;
}

/** In one line, without what would make it a heading or a list. Letters stay as they are: it is a name. */
export function plain(words: string): string {
  return words
    .replaceAll(/\\n|[\p{Z}\p{Cc}]+/gu, " ")
    .replaceAll(/\{\{|\}\}/g, " ")
    .replace(/^(?:[\s#>*+`~|=-]|\d+[.)](?:\s|$))+/u, "")
    .trim();
}

export function upTo(letters: number, text: string): string {
  return text.length <= letters
    ? text
    : `${text
        .slice(0, letters - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
