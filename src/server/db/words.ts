/** The most characters of a word that the store keeps. */
const longest = 255;

/** Without accents and other forms of one letter: muller, Müller and ＭÜＬＬＥＲ are one word. Marks that are letters of their script stay. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]+/g, "")
    .normalize("NFC")
    .toLowerCase();
}

/** The words of a search, cut and folded as `words_of` in the store does with what is searched: by letters and digits of its Unicode version. */
export function wordsOf(search: string): string[] {
  return folded(search)
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter(Boolean)
    .map((word) => [...word].slice(0, longest).join(""));
}

/** What is asked of the store for a search. */
export interface Asked {
  /** A `tsquery` of what has the words of every term. */
  readonly query: string;
  /** Terms of which the words do not say enough, as `reads_as` in the store takes them. */
  readonly asTyped: readonly string[];
}

interface Term {
  readonly typed: string;
  readonly words: readonly string[];
}

/** What blanks part in a search, each with its words; without a word it asks for nothing. Escapes of JSON are taken off as in the store. */
function termsOf(search: string): Term[] {
  return folded(search)
    .split(/\s+/u)
    .map((term) => ({ typed: term.replaceAll("\\\\", "\\").replaceAll('\\"', '"'), words: wordsOf(term) }))
    .filter(({ words }) => words.length > 0);
}

/** Undefined: the search has no word in it. */
export function askedBy(search: string): Asked | undefined {
  const terms = termsOf(search);
  if (terms.length === 0) return undefined;
  return { query: terms.map(lexemesOf).join(" & "), asTyped: terms.filter(hasMarks).map(({ typed }) => typed) };
}

/** Whether there is more in it than one word: `INV-04` is no `INV` somewhere and an `04` elsewhere. */
function hasMarks({ typed, words: [first] }: Term): boolean {
  return typed !== first;
}

/** Only the end of a term may be the beginning of a longer word: a mark behind a word ends it. */
function lexemesOf({ typed, words }: Term): string {
  const isOpen = /[\p{L}\p{Nd}]$/u.test(typed);
  return words.map((word, at) => `'${word}'${isOpen && at === words.length - 1 ? ":*" : ""}`).join(" & ");
}

/** What to look for in a text that was found. */
export function markedBy(search: string): string[] {
  return termsOf(search).map(({ typed }) => typed);
}
