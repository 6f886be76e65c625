import { numberOf, parseExact } from "#contract/exact-json.ts";
import { isObject } from "./json.ts";

/** How an argument is entered. */
type Kind = "text" | "number" | "integer" | "yesno" | "choice" | "json";

export interface ToolField {
  readonly name: string;
  /** What the server says of it. */
  readonly hint: string;
  readonly kind: Kind;
  readonly required: boolean;
  readonly choices: readonly string[];
}

/** More of them are entered as one text. */
const most = 50;
const kinds = new Map<unknown, Kind>([
  ["string", "text"],
  ["number", "number"],
  ["integer", "integer"],
  ["boolean", "yesno"],
]);

/** The arguments that a tool's schema names; undefined where it does not say, or says more than a form has room for. */
export function fieldsOf(schema: unknown): readonly ToolField[] | undefined {
  if (!isObject(schema)) return undefined;
  const { properties, required, additionalProperties } = schema;
  if (!isObject(properties)) return additionalProperties === false ? [] : undefined;
  const needed = Array.isArray(required) ? required : [];
  const entries = Object.entries(properties);
  if (entries.length > most) return undefined;
  return entries.map(([name, given]) => ({ name, required: needed.includes(name), ...fieldOf(given) }));
}

function fieldOf(given: unknown): Pick<ToolField, "hint" | "kind" | "choices"> {
  if (!isObject(given)) return { hint: "", kind: "json", choices: [] };
  const { description, type, enum: values } = given;
  const hint = typeof description === "string" ? description : "";
  if (Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === "string"))
    return { hint, kind: "choice", choices: values };
  const plain = Array.isArray(type) ? type.filter((one) => one !== "null") : [type];
  return { hint, kind: (plain.length === 1 ? kinds.get(plain[0]) : undefined) ?? "json", choices: [] };
}

export type Arguments = Record<string, unknown>;

/** What was typed as the arguments of a call, and a sentence for each that is none. */
export function argumentsOf(fields: readonly ToolField[], typed: Readonly<Record<string, string>>) {
  const given: [name: string, value: unknown][] = [];
  const errors: [name: string, words: string][] = [];
  for (const { name, kind, required } of fields) {
    const text = typed[name] ?? "";
    if (kind === "text" ? text === "" : text.trim() === "") {
      if (required) errors.push([name, kind === "choice" || kind === "yesno" ? "Choose one" : "Enter a value"]);
      continue;
    }
    const read = valueOf(kind, text);
    if ("wrong" in read) errors.push([name, read.wrong]);
    else given.push([name, read.value]);
  }
  // Names are a server's choice: these make own properties of all of them.
  return { given: Object.fromEntries(given), errors: Object.fromEntries(errors) };
}

const wholeNumber = /^-?(?:0|[1-9]\d*)$/;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i;

function valueOf(kind: Kind, text: string): { readonly value: unknown } | { readonly wrong: string } {
  if (kind === "text" || kind === "choice") return { value: text };
  if (kind === "yesno") return { value: text === "true" };
  if (kind === "json") return jsonOf(text);
  // Digits are sent as they were typed, as many as there are.
  if ((kind === "integer" ? wholeNumber : jsonNumber).test(text.trim())) return { value: numberOf(text.trim()) };
  const value = Number(text);
  if (!Number.isFinite(value)) return { wrong: "Enter a number" };
  return kind === "integer" && !Number.isSafeInteger(value) ? { wrong: "Enter a whole number" } : { value };
}

function jsonOf(text: string): { readonly value: unknown } | { readonly wrong: string } {
  try {
    return { value: parseExact(text) };
  } catch {
    return { wrong: 'Enter JSON, as in ["one", 2] or {"name": "value"}' };
  }
}

/** All arguments as one text, where there are no fields. */
export function argumentsIn(text: string): { readonly given: Arguments; readonly error?: string } {
  if (text.trim() === "") return { given: {} };
  const read = jsonOf(text);
  if ("wrong" in read) return { given: {}, error: read.wrong };
  return isObject(read.value) ? { given: read.value } : { given: {}, error: 'Enter an object, as in {"name": "value"}' };
}
