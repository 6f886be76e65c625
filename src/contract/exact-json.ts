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

interface Decimal {
  readonly sign: number;
  /** Without zeros at the beginning. */
  readonly digits: string;
  /** Digits before the point; negative where zeros follow it. */
  readonly whole: number;
}

function decimalOf(text: string): Decimal | undefined {
  const [, sign, before = "", after = "", power = "0"] = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  if (sign === undefined || before + after === "") return undefined;
  const digits = (before + after).replace(/^0+/, "");
  return {
    sign: digits === "" ? 0 : sign === "-" ? -1 : 1,
    digits,
    whole: Number(power) + digits.length - after.length,
  };
}

/** Whether a number is less than, the same as or more than another one, by every digit that was sent: negative, 0 or positive. */
export function compareNumbers(one: number | ExactNumber, other: number | ExactNumber): number {
  const [a, b] = [decimalOf(String(one)), decimalOf(String(other))];
  if (!a || !b) return Number(one) - Number(other);
  if (a.sign !== b.sign || a.sign === 0) return a.sign - b.sign;
  if (a.whole !== b.whole) return a.sign * (a.whole - b.whole);
  const length = Math.max(a.digits.length, b.digits.length);
  const [left, right] = [a.digits.padEnd(length, "0"), b.digits.padEnd(length, "0")];
  return left === right ? 0 : left < right ? -a.sign : a.sign;
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
  return withNumbers(value, (number) => number.valueOf());
}

/** As {@link withPlainNumbers}, but what JavaScript would round stays as it was sent. */
export function withoutRounding(value: unknown): unknown {
  return withNumbers(value, (number) => (number.isRounded ? number : number.valueOf()));
}

function withNumbers(value: unknown, change: (number: ExactNumber) => unknown): unknown {
  if (value instanceof ExactNumber) return change(value);
  if (Array.isArray(value)) return value.map((one) => withNumbers(one, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withNumbers(one, change)]));
}
