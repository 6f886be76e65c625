import { dashed } from "#sdk/names.ts";
import { type Input, isSafe } from "#sdk/operation.ts";
import { prepare } from "#sdk/request.ts";
import type { ReferenceDetail, ReferenceField } from "./reference.ts";

// One call in three languages. What is sent is what the client would send: by `prepare`, from the same fields.

/** What a reader typed. */
export interface Given {
  /** Of address and query, by name. */
  readonly values: Readonly<Record<string, string>>;
  readonly body: Input;
}

/** The input of a call. What the address needs and nobody typed is a word to replace. */
export function inputFor({ fields }: ReferenceDetail, { values, body }: Given): Input {
  const addressed = fields.flatMap((field) => {
    if (field.place !== "path" && field.place !== "query") return [];
    const typed = values[field.name] ?? "";
    if (typed !== "") return [[field.name, valueOf(field, typed)] as const];
    return field.place === "path" || field.required ? [[field.name, standIn(field.name)] as const] : [];
  });
  return { ...Object.fromEntries(addressed), ...body };
}

/** `queue_id` is `QUEUE_ID`. */
export function standIn(name: string): string {
  return dashed(name).replaceAll("-", "_").toUpperCase();
}

function valueOf({ kind }: ReferenceField, typed: string): unknown {
  if (kind === "number" && typed.trim() !== "" && !Number.isNaN(Number(typed))) return Number(typed);
  if (kind === "flag" && (typed === "true" || typed === "false")) return typed === "true";
  return typed;
}

export function curlFor(detail: ReferenceDetail, service: string, given: Given): string {
  const { operation, needs } = detail;
  const { url, method, headers, body } = prepare(operation, inputFor(detail, given), "");
  const parts = [`curl${operation.answers === "events" ? " -N" : ""}${method === "GET" ? "" : ` -X ${method}`} ${inShell(service + url)}`];
  if (needs.scope !== "public") parts.push(`-H "Authorization: Bearer $CASELOAD_API_KEY"`);
  if (headers["content-type"] !== undefined) parts.push(`-H "Content-Type: ${headers["content-type"]}"`);
  if (operation.bytes) parts.push(`--data-binary @FILE`);
  else if (typeof body === "string") parts.push(`-d ${inShell(pretty(given.body))}`);
  if (operation.answers === "bytes") parts.push(`-o FILE`);
  return parts.join(" \\\n  ");
}

/** Undefined where the client has no such method. */
export function programFor(detail: ReferenceDetail, given: Given): string | undefined {
  const { sdk, operation, example } = detail;
  if (!sdk) return undefined;
  const input = { ...inputFor(detail, given), ...(operation.bytes && { content: "CONTENT" }) };
  const call = `caseload.${sdk.noun}.${sdk.verb}(${Object.keys(input).length === 0 ? "" : inProgram(input)})`;
  return `import { Caseload } from "caseload";\n\nconst caseload = new Caseload();\n${readBy(call, detail, example.reply)}\n`;
}

function readBy(call: string, { operation: { answers, list } }: ReferenceDetail, reply: unknown): string {
  if (answers === "events") return `for await (const event of await ${call}) console.log(event);`;
  if (answers === "nothing") return `await ${call};`;
  if (list) return `for await (const each of ${call}) console.log(each);`;
  const keys = typeof reply === "object" && reply !== null && !Array.isArray(reply) ? Object.keys(reply) : [];
  const [only = ""] = keys;
  const names = keys.length === 1 && isName(only) && !reserved.has(only);
  return `const ${names ? `{ ${only} }` : "answer"} = await ${call};\nconsole.log(${names ? only : "answer"});`;
}

/** Fields of answers that are no names of variables. */
const reserved = new Set(["case", "default", "import", "export", "new", "package", "public", "delete", "function"]);

/** Undefined where the command line has no such command. */
export function commandFor(detail: ReferenceDetail, given: Given): string | undefined {
  const { sdk, fields, operation } = detail;
  if (!sdk) return undefined;
  const input = inputFor(detail, given);
  const parts = [`caseload ${dashed(sdk.noun)} ${dashed(sdk.verb)}`];
  const positional = fields.filter(({ name, place }) => place === "path" && name !== "teamId");
  for (const { name } of positional) parts[0] += ` ${inShell(String(input[name]))}`;
  // The team of the path is said by the profile.
  const rest = fields.filter(({ place }) => place === "query" || place === "body");
  const flags = rest.flatMap((field) => (input[field.name] === undefined ? [] : [flagOf(field, input[field.name])]));
  // A body that no flags say goes as it is.
  if (flags.includes(undefined) || Object.keys(given.body).some((name) => !fields.some((field) => field.name === name))) {
    const ofQuery = rest.filter((field) => field.place === "query" && input[field.name] !== undefined);
    parts.push(...ofQuery.flatMap((field) => flagOf(field, input[field.name]) ?? []), `--body ${inShell(pretty(given.body))}`);
  } else parts.push(...flags.filter((flag) => flag !== undefined));
  if (operation.bytes) parts.push("--content FILE");
  if (operation.answers === "bytes") parts.push("-o FILE");
  return parts.join(parts.join(" ").length > 88 ? " \\\n  " : " ");
}

/** Undefined for what a flag cannot say. */
function flagOf({ name, kind, nullable }: ReferenceField, value: unknown): string | undefined {
  const flag = `--${dashed(name)}`;
  if (value === null) return nullable && kind !== "flag" && kind !== "list" ? `${flag} null` : undefined;
  if (kind === "flag") return typeof value === "boolean" ? (value ? flag : `--no-${dashed(name)}`) : undefined;
  if (kind === "number") return typeof value === "number" ? `${flag}=${value}` : undefined;
  if (kind === "json") return `${flag} ${inShell(pretty(value))}`;
  const words = kind === "list" ? (Array.isArray(value) ? value : []) : [value];
  const plain = words.length > 0 && words.every((word) => typeof word === "string" && !/^[@-]/.test(word));
  if (!plain || (nullable && value === "null") || (kind === "list" && words.some((word) => String(word).includes(",")))) return undefined;
  return `${flag} ${inShell(words.join(","))}`;
}

/** Whether a call with it could change something. */
export function changes({ operation }: ReferenceDetail): boolean {
  return !isSafe(operation);
}

/** As one word of a POSIX shell. */
function inShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** On one line where it is short. */
function pretty(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= 60 ? line : JSON.stringify(value, null, 2);
}

const isName = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text);

/** As JavaScript writes it. */
function inProgram(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const list = Array.isArray(value);
  const parts = (at: string) =>
    Object.entries(value).map(([key, each]) => `${list ? "" : `${isName(key) ? key : JSON.stringify(key)}: `}${inProgram(each, at)}`);
  const [open, close, space] = list ? ["[", "]", ""] : ["{", "}", " "];
  const flat = parts(indent);
  if (flat.length === 0) return `${open}${close}`;
  const line = `${open}${space}${flat.join(", ")}${space}${close}`;
  if (line.length + indent.length <= 80 && !line.includes("\n")) return line;
  return `${open}\n${parts(inner)
    .map((part) => `${inner}${part},\n`)
    .join("")}${indent}${close}`;
}
