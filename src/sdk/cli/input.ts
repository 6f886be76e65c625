import { parseArgs } from "node:util";
import { ExactNumber, parseExact } from "#contract/exact-json.ts";
import { dashed } from "#sdk/names.ts";
import type { Command, Field } from "./command.ts";
import { UsageError } from "./exit-codes.ts";

/** What can be said of every command. */
const everywhere = {
  body: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  profile: { type: "string" },
  all: { type: "boolean" },
  output: { type: "string", short: "o" },
  "idempotency-key": { type: "string" },
  after: { type: "string" },
  "until-waiting": { type: "boolean" },
} as const;

/** What was typed behind noun and verb. */
export interface Typed {
  readonly input: Record<string, unknown>;
  readonly json: boolean;
  readonly help: boolean;
  readonly all: boolean;
  readonly profile: string | undefined;
  readonly output: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Of `follow`. */
  readonly after: string | undefined;
  readonly untilWaiting: boolean;
}

type Read = (path: string) => Promise<Uint8Array>;

/** The input of a command, from its flags, what stands between them and `--body`. Throws a `UsageError` that names what is wrong. */
export async function typedFor({ noun, verb, fields }: Command, words: readonly string[], read: Read): Promise<Typed> {
  const own = new Map(fields.map((field) => [dashed(field.name), field]));
  const options = {
    ...everywhere,
    ...Object.fromEntries(
      [...own, ...[...own].flatMap(([flag, field]) => (field.kind === "flag" ? [[`no-${flag}`, field] as const] : []))].map(
        ([flag, { kind }]) => [flag, { type: kind === "flag" ? ("boolean" as const) : ("string" as const), multiple: kind === "list" }],
      ),
    ),
  };
  const parsed = parsedBy(options, words, `caseload ${dashed(noun)} ${dashed(verb)}`);
  const values: Record<string, unknown> = parsed.values;
  const input: Record<string, unknown> = await bodyOf(values.body, read);
  for (const [flag, { kind, name }] of own) if (kind === "flag" && values[`no-${flag}`] === true) input[name] = false;
  for (const [flag, field] of own) if (values[flag] !== undefined) input[field.name] = await valueOf(field, flag, values[flag], read);
  const unnamed = fields.filter(({ name, place }) => place === "path" && name !== "teamId" && input[name] === undefined);
  for (const given of parsed.positionals) {
    const field = unnamed.shift();
    if (!field) throw new UsageError(`“${given}” is one value too many.`);
    input[field.name] = given;
  }
  const text = (name: string) => (own.has(name) ? undefined : (values[name] as string | undefined));
  return {
    input,
    json: values.json === true,
    help: values.help === true,
    all: values.all === true,
    profile: text("profile"),
    output: text("output"),
    idempotencyKey: text("idempotency-key"),
    after: text("after"),
    untilWaiting: values["until-waiting"] === true,
  };
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

/** Throws a `UsageError` that says where to read on. */
export function parsedBy<O extends Options>(options: O, words: readonly string[], command: string) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    const said = error instanceof Error ? error.message.split(". ")[0] : "";
    throw new UsageError(`${said}. See ${command} --help`);
  }
}

/** JSON, `@file` or `-` for the standard input. */
async function bodyOf(given: unknown, read: Read): Promise<Record<string, unknown>> {
  if (typeof given !== "string") return {};
  const text = given === "-" ? await textAt("-", read) : given.startsWith("@") ? await textAt(given.slice(1), read) : given;
  const value = jsonOf(text, "--body");
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof ExactNumber)
    throw new UsageError("--body is a JSON object.");
  return { ...value };
}

const textAt = async (path: string, read: Read) => new TextDecoder().decode(await read(path));

async function valueOf({ kind, place, nullable }: Field, flag: string, given: unknown, read: Read): Promise<unknown> {
  if (kind === "flag") return given;
  if (kind === "list") return (given as string[]).flatMap((one) => one.split(","));
  const text = given as string;
  if (place === "file") return read(text.replace(/^@/, ""));
  if (nullable && text === "null") return null;
  if (kind === "json") return jsonOf(text.startsWith("@") ? await textAt(text.slice(1), read) : text, `--${flag}`);
  if (kind === "text") return text.startsWith("@") ? textAt(text.slice(1), read) : text;
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new UsageError(`--${flag} is a number, not “${text}”.`);
  return Number(text);
}

function jsonOf(text: string, where: string): unknown {
  try {
    return parseExact(text);
  } catch {
    throw new UsageError(`${where} is not JSON: ${text.slice(0, 60)}`);
  }
}
