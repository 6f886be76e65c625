/**
 * Regular expressions whose cost grows with the text only. A browser's or Node's own engine tries one way after the other, and one pattern out
 * of a case schema, such as `(a+)+$`, could keep a service busy for hours; this one walks all ways at once, and knows nothing that needs to try:
 * no look-ahead and no reference back. What a single character may be is still asked of the built-in engine.
 */
type Part =
  | { readonly kind: "char"; readonly fits: (char: string) => boolean }
  | { readonly kind: "place"; readonly holds: (before: string, after: string) => boolean }
  | { readonly kind: "all"; readonly parts: readonly Part[] }
  | { readonly kind: "any"; readonly parts: readonly Part[] }
  | { readonly kind: "repeat"; readonly part: Part; readonly min: number; readonly max: number };

/** A state of the walk. Without a test it is passed at once, or only where its place is. */
interface State {
  readonly fits?: (char: string) => boolean;
  readonly holds?: (before: string, after: string) => boolean;
  next: readonly number[];
}

/** The limits are ours. Repetition by a number is written out, so a short pattern may have many states. */
const maxStates = 1000;
const maxPatternLength = 500;

export class PatternError extends Error {}

/** What the matching of many texts may cost together, in states visited. Ours: about a fifth of a second. */
export interface Effort {
  left: number;
}
export const fullEffort = 20_000_000;

export class TooMuchEffort extends Error {}

/** Matches anywhere in a text, as JSON Schema has it. */
export type LinearPattern = (text: string, effort?: Effort) => boolean;

/** Throws a {@link PatternError} with a sentence about what cannot be used. */
export function linearPattern(source: string): LinearPattern {
  if (source.length > maxPatternLength) throw new PatternError(`Use at most ${maxPatternLength} characters in a pattern`);
  try {
    // oxlint-disable-next-line no-new -- asks whether it is one
    new RegExp(source, "u");
  } catch {
    throw new PatternError("This is not a regular expression");
  }
  const plan = planOf(new Reader(source).read());
  return (text, effort = { left: fullEffort }) => walk(plan, text, effort);
}

/** Reads what the built-in engine has found to be well formed. */
class Reader {
  #at = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Part {
    const ways: Part[] = [];
    do ways.push(this.#readAll());
    while (this.#takes("|"));
    return ways.length === 1 && ways[0] ? ways[0] : { kind: "any", parts: ways };
  }

  #readAll(): Part {
    const parts: Part[] = [];
    while (this.#at < this.#source.length && !/^[|)]/.test(this.#rest())) parts.push(this.#repeated(this.#readOne()));
    return { kind: "all", parts };
  }

  #readOne(): Part {
    if (this.#takes("^")) return { kind: "place", holds: (before) => before === "" };
    if (this.#takes("$")) return { kind: "place", holds: (_, after) => after === "" };
    if (this.#takes("\\b")) return { kind: "place", holds: (before, after) => isWord(before) !== isWord(after) };
    if (this.#takes("\\B")) return { kind: "place", holds: (before, after) => isWord(before) === isWord(after) };
    if (this.#takes("(")) return this.#readGroup();
    if (/^\\([1-9]|k<)/.test(this.#rest())) throw new PatternError("A pattern cannot refer back to a group");
    return { kind: "char", fits: charTest(this.#cut(oneChar)) };
  }

  #readGroup(): Part {
    if (this.#takes("?") && !this.#takes(":")) {
      if (!/^<[^=!]/.test(this.#rest())) throw new PatternError("A pattern cannot look ahead or behind, or change its flags inside");
      this.#cut(/^<[^>]*>/);
    }
    const inside = this.read();
    this.#takes(")");
    return inside;
  }

  #repeated(part: Part): Part {
    const found = this.#cut(/^(?:[*+?]|\{\d+(?:,\d*)?\})\??|/);
    if (found === "") return part;
    const [, min = "", comma = "", max = ""] = /^\{(\d+)(,?)(\d*)/.exec(found) ?? [];
    if (min === "") return { kind: "repeat", part, min: found[0] === "+" ? 1 : 0, max: found[0] === "?" ? 1 : Number.POSITIVE_INFINITY };
    const most = comma === "" ? Number(min) : max === "" ? Number.POSITIVE_INFINITY : Number(max);
    if (Number(min) > maxStates || (most > maxStates && max !== "")) throw tooLarge();
    return { kind: "repeat", part, min: Number(min), max: most };
  }

  #rest(): string {
    return this.#source.slice(this.#at);
  }

  #takes(text: string): boolean {
    const taken = this.#source.startsWith(text, this.#at);
    if (taken) this.#at += text.length;
    return taken;
  }

  #cut(form: RegExp): string {
    const [found = ""] = form.exec(this.#rest()) ?? [];
    this.#at += found.length;
    return found;
  }
}

/** A class, an escape (two halves of a pair are one character), or any character as it stands. */
const oneChar =
  /^(?:\[(?:\\[^]|[^\\\]])*\]|\\u[dD][89a-bA-B][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u\{[\da-fA-F]+\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\[pP]\{[^}]*\}|\\[^]|[^])/u;

const isWord = (char: string) => /^\w/.test(char);
const tooLarge = () => new PatternError("This pattern is too large. Use smaller numbers in {…}");

function charTest(form: string): (char: string) => boolean {
  const own = new RegExp(`^(?:${form})$`, "u");
  const known = new Map<string, boolean>();
  return (char) => {
    const before = known.get(char);
    if (before !== undefined) return before;
    const fits = own.test(char);
    if (known.size < 1000) known.set(char, fits);
    return fits;
  };
}

interface Plan {
  readonly states: readonly State[];
  readonly begin: number;
  /** The state in which it has matched. */
  readonly end: number;
}

function planOf(pattern: Part): Plan {
  const states: State[] = [];
  let steps = 0;
  const add = (state: State): number => {
    if (states.length >= maxStates) throw tooLarge();
    return states.push(state) - 1;
  };
  /** Lays out a part that goes on at `to`, back to front. Returns where it begins. */
  const lay = (part: Part, to: number): number => {
    if (++steps > maxStates * 4) throw tooLarge();
    if (part.kind === "char") return add({ fits: part.fits, next: [to] });
    if (part.kind === "place") return add({ holds: part.holds, next: [to] });
    if (part.kind === "all") return part.parts.reduceRight((end, one) => lay(one, end), to);
    if (part.kind === "any") return add({ next: part.parts.map((one) => lay(one, to)) });
    return layRepeat(part, to);
  };
  const layRepeat = ({ part, min, max }: Extract<Part, { kind: "repeat" }>, to: number): number => {
    let start = to;
    if (max === Number.POSITIVE_INFINITY) {
      start = add({ next: [] });
      const loop = states[start] as State;
      loop.next = [lay(part, start), to];
    } else for (let i = min; i < max; i++) start = add({ next: [lay(part, start), to] });
    for (let i = 0; i < min; i++) start = lay(part, start);
    return start;
  };
  const end = add({ next: [] });
  return { states, begin: lay(pattern, end), end };
}

/** Goes through the text once, in all states that it can be in. */
function walk({ states, begin, end }: Plan, text: string, effort: Effort): boolean {
  /** For each state the last position at which it was reached. */
  const reached = new Int32Array(states.length).fill(-1);
  const chars = [...text];
  let here: number[] = [];
  for (let at = 0; at <= chars.length; at++) {
    const [before = "", after = ""] = [chars[at - 1], chars[at]];
    // It may begin anywhere.
    const open = [...here, begin];
    const waiting: number[] = [];
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      if (reached[i] === at) continue;
      reached[i] = at;
      if (i === end) return true;
      if (--effort.left < 0) throw new TooMuchEffort();
      const { fits, holds, next } = states[i] as State;
      if (fits) {
        if (after !== "" && fits(after)) waiting.push(...next);
      } else if (!holds || holds(before, after)) open.push(...next);
    }
    here = waiting;
  }
  return false;
}
