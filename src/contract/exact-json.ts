// JavaScript reads 3544790567247868102 as 3544790567247868000, 1.10 as 1.1 and 1e400 as Infinity. What others sent stays what they sent.

interface NumberSource {
  readonly source?: string;
}
const { parse, rawJSON } = JSON as unknown as {
  parse(text: string, reviver?: (key: string, value: unknown, context?: NumberSource) => unknown): unknown;
  /** Absent in engines from before 2025. */
  readonly rawJSON?: (text: string) => unknown;
};

/** A number that JavaScript would write in another way. In JSON, and to a reader, it is written as it was sent. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return rawJSON ? rawJSON(this.text) : Number(this.text);
  }

  toString(): string {
    return this.text;
  }

  /** Whether JavaScript's number may be another one, and not only written in another way. */
  get isRounded(): boolean {
    const digits = this.text.replace(/e.*$/i, "").replaceAll(/\D/g, "").replace(/^0+/, "");
    return digits.length > 15 || !Number.isFinite(this.valueOf());
  }

  /** The nearest that JavaScript has, for comparisons. */
  valueOf(): number {
    return Number(this.text);
  }
}

/** The number that is written so, in the form of JSON. */
export function numberOf(text: string): number | ExactNumber {
  const near = Number(text);
  return String(near) === text ? near : new ExactNumber(text);
}

export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === "number" || value instanceof ExactNumber;
}

/** As `JSON.parse`, but no number changes: one that would is an {@link ExactNumber}. */
export function parseExact(text: string): unknown {
  if (!hasInexact(text)) return parse(text);
  return parse(text, (_, value, context) =>
    typeof value === "number" && context?.source !== undefined ? numberOf(context.source) : value,
  );
}

/** What may be such a number: many digits, a zero at the end, an exponent, or little enough for one. */
const suspects = /(?<![^\s:,[])(?:-?(?:[\d.]{16,}|\d+\.\d*0|0\.0{6}\d+|\d[\d.]*[eE][-+]?\d+)|-0)(?![^\s,}\]])/g;

/** Whether a JSON text may have a number that JavaScript would change. Most have none, and are read four times as fast without a reviver. */
export function hasInexact(text: string): boolean {
  for (const [written] of text.matchAll(suspects)) if (String(Number(written)) !== written) return true;
  return false;
}

/** A JSON value with each text changed, keys too unless they have a change of their own. Numbers stay. */
export function mapTexts(value: unknown, change: (text: string) => string, changeKey = change): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change, changeKey));
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [changeKey(key), mapTexts(one, change, changeKey)]));
}

/** The numbers that JavaScript has, rounded where they have to be: for what is computed with. */
export function withPlainNumbers(value: unknown): unknown {
  if (value instanceof ExactNumber) return value.valueOf();
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withPlainNumbers(one)]));
}
