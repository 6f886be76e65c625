import { ExactNumber, parseExact } from "#contract/exact-json.ts";
import type { ModelPart } from "./port.ts";

interface RawCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as the provider sent them. */
  readonly raw: string;
}

/** A call as it may be carried out, or as it may not. `cut`: the answer ended within it, so that arguments that are empty are no whole either. */
export function toCall({ id, name, raw }: RawCall, cut: boolean): Extract<ModelPart, { type: "call" | "unreadable_call" }> {
  const unreadable = (why: string) => ({ type: "unreadable_call", id, name, raw, error: `The arguments are ${why}` }) as const;
  if (raw.trim() === "") return cut ? unreadable(cutAfter(0)) : { type: "call", id, name, arguments: {} };
  try {
    const value = parseExact(raw);
    if (isObject(value)) return { type: "call", id, name, arguments: value };
    return unreadable("not a JSON object. Nothing was done. Call again with an object.");
  } catch (error) {
    const { message } = error as SyntaxError;
    const at = Number(/at position (\d+)/.exec(message)?.[1]);
    if (cut || message.startsWith("Unexpected end") || at >= raw.length) return unreadable(cutAfter(raw.length));
    const place = Number.isNaN(at) ? "" : ` (wrong at character ${at + 1})`;
    return unreadable(`not valid JSON${place}. Nothing was done. Call again with valid JSON.`);
  }
}

function cutAfter(characters: number): string {
  return `not valid JSON (cut after ${characters} characters). Nothing was done. Call again with shorter arguments.`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
