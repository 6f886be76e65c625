import { ExactNumber } from "#contract/exact-json.ts";
import { isObject, type Json, objectIn, ownValue } from "#contract/queues/case-fields.ts";
import type { Case } from "#contract/queues/case.ts";
import { dayOf, valueWords } from "#features/queues/schema/schema-words.ts";
import type { FieldColumn } from "./field-columns.ts";

const parsed = new WeakMap<object, Json | null>();

/** The data of a typed case, read once for all of its columns. */
function dataOf(one: Pick<Case, "json_schema_id" | "data">): Json | null {
  const known = parsed.get(one);
  if (known !== undefined) return known;
  const data = one.json_schema_id === null ? null : (objectIn(one.data) ?? null);
  parsed.set(one, data);
  return data;
}

/** The value of a field; undefined where a case has none. */
export function fieldValue(one: Pick<Case, "json_schema_id" | "data">, { path }: FieldColumn): unknown {
  let value: unknown = dataOf(one);
  for (const name of path) value = isObject(value) ? ownValue(value, name) : undefined;
  return value === null || value === "" ? undefined : value;
}

/** A value in the words of its kind; undefined where there is none. A point in time has words of its own. */
export function fieldWords(value: unknown, { kind, digits }: FieldColumn): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (isNumber(value)) return figureOf(value, digits);
  if (kind === "date" && typeof value === "string") return dayOf(value);
  if (kind === "money" && isObject(value)) {
    const { currency, ...others } = value;
    const [amount] = Object.values(others);
    return isNumber(amount) ? [figureOf(amount, digits), valueWords(currency)].filter(Boolean).join(" ") : undefined;
  }
  return valueWords(value);
}

const isNumber = (value: unknown): value is number | ExactNumber => typeof value === "number" || value instanceof ExactNumber;

/** With every digit that was sent, and at least `digits` behind the point, in groups of three. */
function figureOf(value: number | ExactNumber, digits: number): string {
  if (typeof value === "number") return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: 20 });
  const [, whole, rest] = /^(-?\d+)(\.\d+)?$/.exec(value.text) ?? [];
  if (whole === undefined) return value.text;
  const behind = digits > 0 ? (rest ?? ".").padEnd(digits + 1, "0") : (rest ?? "");
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ",")}${behind}`;
}
