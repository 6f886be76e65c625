import { parseExact } from "#contract/exact-json.ts";
import { isObject } from "#contract/queues/case-fields.ts";

/** The object that a text is; undefined where it is none. No text is one without fields. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  if (text.trim() === "") return {};
  try {
    const value = parseExact(text);
    return isObject(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
