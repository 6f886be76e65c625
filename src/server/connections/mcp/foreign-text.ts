import { withoutUnseen } from "#contract/unseen.ts";

/** Text that another service gives for people and models to read: what nobody sees in it is dropped, and it has an end. */
export function shownText(given: string, longest: number): string {
  // Cut before it is looked at as well: what is dropped costs time by its length.
  const text = withoutUnseen(given.slice(0, longest * 2).replaceAll(/[\v\f\u0085]/g, "\n"))
    .toWellFormed()
    .replaceAll("\u0000", "");
  return text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text;
}

/** Such a text in one line, as within a sentence of ours. */
export function shownLine(given: string, longest: number): string {
  return shownText(given, longest)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
