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
  return folded(search)
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter(Boolean)
    .map((word) => firstOf(word, longestWord));
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
  const long = [lexeme("~"), ...marked.flatMap(({ words }) => words.slice(0, -1).map(lexeme))];
  const asTyped = marked.length > 0 ? [`(${phrases.flatMap(({ lexemes }) => lexemes).join(" & ")} | ${long.join(" & ")})`] : [];
  return {
    query: [...plain, ...asTyped].join(" & "),
    marked: marked.map(({ typed }) => typed),
    isSure: phrases.every(({ isSure }) => isSure),
  };
}

/** Whether there is more in it than one word: `INV-04` is no `INV` somewhere and an `04` elsewhere. */
function hasMarks({ typed, words: [first] }: Term): boolean {
  return typed !== first;
}

/** The phrases that a term begins, or is. Sure: what has them reads as the term does. */
function phrasesOf({ typed }: Term): { lexemes: string[]; isSure: boolean } {
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
