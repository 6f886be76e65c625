import { type Scalar, isMap, isScalar, parseDocument } from "yaml";

/** The first lines of a SKILL.md: top-level keys with their text, and what follows. */
export interface FrontMatter {
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
}

const fence = /^---[ \t]*$/;

/**
 * Reads YAML front matter. A value that is a list or has keys of its own is kept as its text. Undefined when the text does not begin with front matter.
 */
export function readFrontMatter(text: string): FrontMatter | undefined {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  if (!fence.test(lines[0] ?? "")) return undefined;
  const end = lines.findIndex((line, i) => i > 0 && fence.test(line));
  if (end < 0) return undefined;
  const head = lines.slice(1, end).join("\n");
  return { fields: fieldsOf(head), body: lines.slice(end + 1).join("\n") };
}

function fieldsOf(head: string): ReadonlyMap<string, string> {
  const read = parse(head);
  const document = read.errors.length > 0 ? parse(quoted(head)) : read;
  if (!isMap(document.contents)) return new Map();
  return new Map(
    document.contents.items.flatMap(({ key, value }) => {
      if (!isScalar(key)) return [];
      return [[String(key.value), isScalar(value) ? textOf(value) : String(value ?? "").trim()] as const];
    }),
  );
}

/** Everything is text: a name may be 12 or true. */
const parse = (head: string) => parseDocument(head, { schema: "failsafe", logLevel: "silent", uniqueKeys: false });

/** A block ends with a line end that nobody means. */
function textOf({ value, type }: Scalar): string {
  if (typeof value !== "string") return "";
  return type === "BLOCK_FOLDED" || type === "BLOCK_LITERAL" ? value.trim() : value;
}

/** Many write `description: Use it when: …`, which YAML refuses. The first line of a plain value is taken as it stands. */
function quoted(head: string): string {
  return head.replace(
    /^([\w-]+):[ \t]+(?!["'|>[{&*!])(.+)$/gm,
    (_, key: string, value: string) => `${key}: ${JSON.stringify(value.replace(/\s+#.*$/, ""))}`,
  );
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
