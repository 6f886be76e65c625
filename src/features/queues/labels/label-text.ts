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
