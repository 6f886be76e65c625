import { minMaskedLength } from "#contract/connections/secrets.ts";
import { mapTexts } from "#contract/exact-json.ts";
import { formsOf, SpellingRoom } from "./secret-forms.ts";

/** A value that must not be shown, and the name that stands in its place. */
export interface Hidden {
  readonly key: string;
  readonly value: string;
}

/** Text in pieces: what may be the beginning of a hidden value is held back until the next piece, or the end, tells. */
export interface RedactingStream {
  push(piece: string): string;
  end(): string;
}

/** Takes hidden values out of everything that a run writes. */
export interface Redactor {
  text(whole: string): string;
  /** Every text in a JSON value, keys too. */
  json<T>(value: T): T;
  stream(): RedactingStream;
}

/** What stands in a value's place. */
function mark(key: string): string {
  return `[secret ${key}]`;
}

const nothingHidden: Redactor = {
  text: (whole) => whole,
  json: (value) => value,
  stream: () => ({ push: (piece) => piece, end: () => "" }),
};

/** Values shorter than the least length are not hidden: they would take common words out of every text. */
export function createRedactor(hidden: readonly Hidden[]): Redactor {
  const forms = new Forms(hidden.filter(({ value }) => value.length >= minMaskedLength));
  if (forms.longest === 0) return nothingHidden;
  const text = (whole: string) => {
    const stream = createStream(forms);
    return stream.push(whole) + stream.end();
  };
  return { text, stream: () => createStream(forms), json: (value) => mapTexts(value, text) as typeof value };
}

/** Longer forms are looked for in pieces, so that no program can make the search slow with values and output that are nearly alike. */
const pieceLength = 256;

function pieces(text: string): string[] {
  if (text.length <= pieceLength) return [text];
  const starts = Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, i) =>
    Math.min(i * pieceLength, text.length - pieceLength),
  );
  return starts.map((start) => text.slice(start, start + pieceLength));
}

interface Form {
  readonly text: string;
  readonly key: string;
  /** The longest other form that this one begins with. */
  parent: Form | undefined;
}

/** No form is shorter. */
const startUnits = minMaskedLength;
const startBits = 2 ** 20;

/** A number below `startBits` for the units from a place on. */
function startOf(text: string, place: number): number {
  let start = 0;
  for (let i = place; i < place + startUnits; i++) start = Math.imul(start ^ text.charCodeAt(i), 0x01000193);
  return (start ^ (start >>> 15)) & (startBits - 1);
}

/** All forms in the order of their characters: which of them begins at a place takes a binary search. */
class Forms {
  readonly longest: number;
  readonly #sorted: Form[];
  readonly #firstUnits: ReadonlySet<number>;
  /** One bit for what the first units of a form come to. */
  readonly #starts = new Uint8Array(startBits / 8);

  constructor(hidden: readonly Hidden[]) {
    const byText = new Map<string, Form>();
    const room = new SpellingRoom();
    for (const { key, value } of hidden)
      for (const text of formsOf(value, room).flatMap(pieces)) if (!byText.has(text)) byText.set(text, { text, key, parent: undefined });
    this.#sorted = [...byText.values()].toSorted((a, b) => (a.text < b.text ? -1 : 1));
    this.#firstUnits = new Set(this.#sorted.map((form) => form.text.charCodeAt(0)));
    for (const { text } of this.#sorted) {
      const start = startOf(text, 0);
      this.#starts[start >> 3] = (this.#starts[start >> 3] ?? 0) | (1 << (start & 7));
    }
    this.longest = this.#sorted.reduce((longest, form) => Math.max(longest, form.text.length), 0);
    for (const [i, form] of this.#sorted.entries()) {
      let before = this.#sorted[i - 1];
      while (before && !form.text.startsWith(before.text)) before = before.parent;
      form.parent = before;
    }
  }

  /** Whether a form may begin at this place: no for nearly all places where none does. */
  canBegin(text: string, place: number): boolean {
    if (place + startUnits > text.length) return this.#firstUnits.has(text.charCodeAt(place));
    const start = startOf(text, place);
    return ((this.#starts[start >> 3] ?? 0) & (1 << (start & 7))) !== 0;
  }

  /** The longest form that `text` begins with. */
  at(text: string): Form | undefined {
    let form = this.#sorted[this.#countUpTo(text) - 1];
    while (form && !text.startsWith(form.text)) form = form.parent;
    return form;
  }

  /** Whether some form begins with `text` and goes on. */
  goesOn(text: string): boolean {
    return this.#sorted[this.#countUpTo(text)]?.text.startsWith(text) ?? false;
  }

  /** Forms that come before `text` or equal it. */
  #countUpTo(text: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle]?.text ?? "") <= text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * One pass over the text. Matches that overlap or touch are one mark: leaving the rest of the second one would show the end of a value.
 * From the first place on where a form could begin that the text so far neither completes nor rules out, the text waits.
 */
function createStream(forms: Forms): RedactingStream {
  let held = "";
  /** So many characters at the beginning of `held` belong to a value that is marked already. */
  let covered = 0;
  /** What was shown last is a mark. */
  let marked = false;

  function read(text: string, last: boolean): string {
    let out = "";
    let end = covered;
    /** Everything before it is in `out`, as it was or as a mark. */
    let written = covered;
    let i = 0;
    for (; i < text.length; i++) {
      if (!forms.canBegin(text, i)) continue;
      const here = text.slice(i, i + forms.longest);
      if (!last && here.length < forms.longest && forms.goesOn(here)) break;
      const form = forms.at(here);
      if (!form) continue;
      if (i > written || !marked) out += text.slice(written, i) + mark(form.key);
      marked = true;
      end = Math.max(end, i + form.text.length);
      written = end;
    }
    if (i > written) marked = false;
    held = text.slice(i);
    covered = Math.max(0, end - i);
    return out + text.slice(written, i);
  }
  return {
    push: (piece) => read(held + piece, false),
    end: () => read(held, true),
  };
}
