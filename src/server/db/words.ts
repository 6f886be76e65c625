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

/** What a `tsvector` made by `words_of` is asked for each of these words, or of others that begin so. */
export function beginningsOf(words: readonly string[]): string {
  return words.map((word) => `'${word}':*`).join(" & ");
}
