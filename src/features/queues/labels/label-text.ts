import type { NamedLabel } from "#contract/queues/case.ts";

/** A label as people write it. */
export function labelWords({ key = "", value }: NamedLabel): string {
  return key === "" ? value : `${key}: ${value}`;
}

/** Reads a label as people write it: "month: March" has a key, a plain word has none. */
export function labelOf(text: string): NamedLabel {
  const words = text.trim();
  const at = words.indexOf(":");
  return at > 0 ? { key: words.slice(0, at).trim(), value: words.slice(at + 1).trim() } : { value: words };
}

/** Reads what `labelsCell` writes, and what people write: a backslash before anything else is a backslash. */
export function labelsIn(cell: string): NamedLabel[] {
  const plain = (text: string) => text.trim().replaceAll(/\\([\\;:])/g, "$1");
  return (cell.match(/(?:\\[\\;:]|[^;\n])+/g) ?? [])
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const [, key = "", value = ""] = /^((?:\\[\\;:]|\\(?![\\;:])|[^:\\])+):([^]*)$/.exec(part.trim()) ?? [];
      return key === "" ? { value: plain(part) } : { key: plain(key), value: plain(value) };
    });
}
