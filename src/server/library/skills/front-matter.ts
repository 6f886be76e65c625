/** The first lines of a SKILL.md: top-level keys with their text, and what follows. */
export interface FrontMatter {
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
}

const fence = /^---[ \t]*$/;

/**
 * Reads the part of YAML in which front matter is written: `key: text`, quoted or not, over several indented lines, or as a block after
 * `|` or `>`. A value that is a list or has keys of its own is kept as its lines. Undefined when the text does not begin with front matter.
 */
export function readFrontMatter(text: string): FrontMatter | undefined {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  if (!fence.test(lines[0] ?? "")) return undefined;
  const end = lines.findIndex((line, i) => i > 0 && fence.test(line));
  if (end < 0) return undefined;
  const fields = new Map<string, string>();
  for (let i = 1; i < end; i++) {
    const [, key, first = ""] = /^([\w-]+):(?:\s+(.*))?$/.exec(lines[i] ?? "") ?? [];
    if (key === undefined) continue;
    const more: string[] = [];
    while (i + 1 < end && /^(\s+\S|\s*$)/.test(lines[i + 1] ?? "")) more.push(lines[++i] ?? "");
    fields.set(key, valueOf(first.trim(), more));
  }
  return { fields, body: lines.slice(end + 1).join("\n") };
}

function valueOf(first: string, more: readonly string[]): string {
  const trimmed = more.map((line) => line.trim());
  if (/^[|>][+-]?$/.test(first)) return (first.startsWith("|") ? trimmed.join("\n") : folded(trimmed)).trim();
  const whole = folded([first, ...trimmed]).trim();
  if (/^".*"$/.test(whole)) return unescaped(whole);
  if (/^'.*'$/.test(whole)) return whole.slice(1, -1).replaceAll("''", "'");
  return whole.replace(/\s+#.*$/, "");
}

/** Lines of one paragraph become one; an empty line stays a break. */
function folded(lines: readonly string[]): string {
  return lines.join("\n").replace(/([^\n])\n(?!\n)/g, "$1 ");
}

function unescaped(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
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
