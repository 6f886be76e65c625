/** The most characters of a word, and of a phrase from its first word on, that the store keeps. */
const [longestWord, longestPhrase] = [255, 48];
/** What parts phrases in the store. A term has no blank in it. */
const quotationMark = '"';

/** Without accents and other forms of one letter: muller, Müller and ＭÜＬＬＥＲ are one word. Marks that are letters of their script stay. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]+/g, "")
    .normalize("NFC")
    .toLowerCase();
}

/**
 * Letters and marks of scripts that put no blanks between words: Thai, Lao, Burmese, Khmer, kana and Han. As in words.sql, where these ranges stand as
 * they do here. In a run of them a word may begin at each letter.
 */
const unspaced =
  "\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e81-\\u0ecf\\u0edc-\\u0edf\\u1000-\\u103f\\u1050-\\u109d\\u1780-\\u17d3\\u17d7\\u17dc\\u17dd\\u3005-\\u3007\\u3041-\\u3096\\u3099\\u309a\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
const unspacedRuns = new RegExp(`[${unspaced}]+`, "gu");
const beginsUnspaced = new RegExp(`^[${unspaced}]`, "u");

/** What a regular expression asks for before a term: a word that begins there. */
export function beginningOf(term: string): string {
  return /^[\p{L}\p{Nd}]/u.test(term) && !beginsUnspaced.test(term) ? `(?<!(?![${unspaced}])[\\p{L}\\p{Nd}])` : "";
}

/** Each letter of a run with the next one, as the store has them: the last one stands by itself. */
function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.map((letter, at) => letter + (letters[at + 1] ?? ""));
}

/** What a person reads in a text: JSON without its escapes. As `as_read` in the store. */
export function asRead(text: string): string {
  if (!text.includes("\\") || !/^[ \t\n\r]*["[{]/.test(text) || !isJson(text)) return text;
  const read = text.replaceAll(/\\(?:u([0-9a-f]{4})|(.))/gi, (_, code: string | undefined, escaped: string) => {
    if (code) return String.fromCharCode(Number.parseInt(code, 16));
    return /[bfnrt]/.test(escaped) ? " " : escaped;
  });
  return read.includes("\0") || !read.isWellFormed() ? text : read;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The words of a search, cut and folded as `words_of` in the store does with what is searched: by letters and digits of its Unicode version. */
export function wordsOf(search: string): string[] {
  const plain = folded(search);
  const words = plain.replaceAll(unspacedRuns, " ").split(/[^\p{L}\p{Nd}]+/u);
  return [...words.filter(Boolean).map((word) => firstOf(word, longestWord)), ...(plain.match(unspacedRuns) ?? []).flatMap(pairsOf)];
}

function firstOf(text: string, count: number): string {
  return [...text].slice(0, count).join("");
}

/** What is asked of the store for a search. */
export interface Asked {
  /** A `tsquery` of what has the words of every term, and where phrases are kept these too. */
  readonly query: string;
  /** The terms with marks, as `reads_as` in the store takes them. */
  readonly marked: readonly string[];
  /** Whether `query` says enough of `marked`, but for a text whose phrases are not kept. */
  readonly isSure: boolean;
}

interface Term {
  readonly typed: string;
  readonly words: readonly string[];
}

/** What blanks part in a search, each with its words; without a word it asks for nothing. */
function termsOf(search: string): Term[] {
  return folded(search)
    .split(/\s+/u)
    .map((typed) => ({ typed, words: wordsOf(typed) }))
    .filter(({ words }) => words.length > 0);
}

/** Undefined: the search has no word in it. */
export function askedBy(search: string): Asked | undefined {
  const terms = termsOf(search);
  if (terms.length === 0) return undefined;
  const marked = terms.filter(hasMarks);
  const plain = terms.filter((term) => !hasMarks(term)).map(({ typed }) => `${lexeme(typed)}:*`);
  const phrases = marked.map(phrasesOf);
  // The last word of a term may be the beginning of one.
  const long = [lexeme("~"), ...marked.filter(isSpaced).flatMap(({ words }) => words.slice(0, -1).map(lexeme))];
  const asTyped = marked.length > 0 ? [`(${phrases.flatMap(({ lexemes }) => lexemes).join(" & ")} | ${long.join(" & ")})`] : [];
  return {
    query: [...plain, ...asTyped].join(" & "),
    marked: marked.map(({ typed }) => typed),
    isSure: phrases.every(({ isSure }) => isSure),
  };
}

/** Whether each of its words ends at a blank or a mark. */
function isSpaced({ typed }: Term): boolean {
  return typed.search(unspacedRuns) < 0;
}

/** Whether there is more in it than one word: `INV-04` is no `INV` somewhere and an `04` elsewhere. */
function hasMarks(term: Term): boolean {
  return !isSpaced(term) || term.typed !== term.words[0];
}

/** The phrases that a term begins, or is. Sure: what has them reads as the term does. */
function phrasesOf(term: Term): { lexemes: string[]; isSure: boolean } {
  const { typed } = term;
  if (!isSpaced(term)) {
    const runs = (typed.match(unspacedRuns) ?? []).map((run) => [...run]);
    const pairs = runs.flatMap(([first = "", ...rest]) =>
      rest.length === 0 ? `${lexeme(first)}:*` : rest.map((letter, at) => lexeme((at === 0 ? first : (rest[at - 1] ?? "")) + letter)),
    );
    const others = termsOf(typed.replaceAll(unspacedRuns, " ")).flatMap((other) =>
      hasMarks(other) ? phrasesOf(other).lexemes : `${lexeme(other.typed)}:*`,
    );
    return { lexemes: [...pairs, ...others], isSure: runs[0]?.join("") === typed && runs[0].length <= 2 };
  }
  const pieces = typed.split(quotationMark);
  const lexemes = pieces.flatMap((piece, at) => {
    const [, mark = "", body = ""] = /(^|[^\p{L}\p{Nd}])([\p{L}\p{Nd}].*)$/su.exec(piece) ?? [];
    if (body === "") return [];
    const isClosed = at < pieces.length - 1;
    // A word that ends here; what follows a phrase is no part of it.
    if (isClosed && mark === "" && /^[\p{L}\p{Nd}]+$/u.test(body)) return [lexeme(firstOf(body, longestWord))];
    return [`${lexeme(mark + firstOf(body, longestPhrase))}:*`];
  });
  const isSure = pieces.length === 1 && /^[^\p{L}\p{Nd}]?[\p{L}\p{Nd}]/u.test(typed) && [...typed].length <= longestPhrase;
  return { lexemes, isSure };
}

function lexeme(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** What to look for in a text that was found. */
export function markedBy(search: string): string[] {
  return termsOf(search).map(({ typed }) => typed);
}
