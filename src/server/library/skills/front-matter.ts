import { type Scalar, isMap, isNode, isScalar, parseDocument } from "yaml";

/** The first lines of a SKILL.md: top-level keys with their text, and what follows. */
export interface FrontMatter {
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
  /** The first line of the text that cannot be read for certain, counted from 1. */
  readonly unreadable?: number;
}

const fence = /^---[ \t]*$/;

/**
 * Reads YAML front matter: a value is taken as a whole or not at all. One that is a list or has keys of its own is kept as its text. Undefined when the text does not begin with front matter.
 */
export function readFrontMatter(text: string): FrontMatter | undefined {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  if (!fence.test(lines[0] ?? "")) return undefined;
  const end = lines.findIndex((line, i) => i > 0 && fence.test(line));
  if (end < 0) return undefined;
  const head = lines.slice(1, end).join("\n");
  const { fields, wrong } = fieldsOf(head);
  return { fields, body: lines.slice(end + 1).join("\n"), ...(wrong !== undefined && { unreadable: wrong + 1 }) };
}

function fieldsOf(head: string): { fields: ReadonlyMap<string, string>; wrong?: number } {
  const read = parse(head);
  const text = read.errors.length > 0 ? quoted(head) : head;
  const document = text === head ? read : parse(text);
  const [error] = document.errors;
  if (error) return { fields: new Map(), wrong: error.linePos?.[0].line ?? 1 };
  if (!isMap(document.contents)) return { fields: new Map() };
  const fields = document.contents.items.flatMap(({ key, value }) => {
    if (!isScalar(key)) return [];
    return [[String(key.value), isScalar(value) ? textOf(value) : asWritten(value, text)] as const];
  });
  return { fields: new Map(fields) };
}

/** A value that YAML takes for a list or for keys of its own: a sentence may look like one. */
function asWritten(value: unknown, text: string): string {
  const [from = 0, to = 0] = isNode(value) ? (value.range ?? []) : [];
  return text
    .slice(from, to)
    .trim()
    .replaceAll(/\s*\n\s*/g, " ");
}

/** Everything is text: a name may be 12 or true. */
const parse = (head: string) => parseDocument(head, { schema: "failsafe", logLevel: "silent", uniqueKeys: false });

/** A block ends with a line end that nobody means. */
function textOf({ value, type }: Scalar): string {
  if (typeof value !== "string") return "";
  return type === "BLOCK_FOLDED" || type === "BLOCK_LITERAL" ? value.trim() : value;
}

/** What YAML reads as it is meant: a whole quoted text, a list or keys in brackets, a block, an anchor or an alias. */
const whole = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\[[^\]]*\]|\{[^}]*\}|[|>][-+\d]*|[&!]\S*(?: .*)?|\*[\w-]+)\s*(?:#.*)?$/;

/**
 * Many write `description: Use it when: …`, which YAML refuses. Each such value is taken as it stands, with the lines below it that are set in. Lines
 * keep their numbers.
 */
function quoted(head: string): string {
  return head.replaceAll(/^([\w-]+):[ \t]+(\S.*)((?:\n[ \t]+\S.*)*)/gm, (field, key: string, first: string, more: string) => {
    if (whole.test(first.trim())) return field;
    const below = more.split("\n").slice(1);
    const value = [first, ...below].map((line) => line.replace(/\s+#.*$/, "").trim()).join(" ");
    return `${key}: ${JSON.stringify(value)}${"\n".repeat(below.length)}`;
  });
}

/** A SKILL.md. Texts are written as JSON, which YAML contains, so that no character of theirs means anything. */
export function writeFrontMatter(fields: Readonly<Record<string, unknown>>, body: string): string {
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${typeof value === "string" && plain.test(value) ? value : JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n\n${body.replace(/^\n+/, "")}`;
}
/** Letters, digits and single blanks cannot be read as anything but text, unless they spell a number or a truth value. */
const plain = /^(?!(?:true|false|null|yes|no|on|off)$)[A-Za-z][A-Za-z0-9-]*(?: [A-Za-z0-9-]+)*$/i;
