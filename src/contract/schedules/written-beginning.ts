import { ExactNumber } from "#contract/exact-json.ts";

/** Characters of an object or a list that are written: an event may have hundreds of thousands, and is compared while others wait. */
const mostWritten = 10_000;

const beginnings = new WeakMap<object, string>();

/**
 * A value as a person reads it; undefined where nothing is. Of an object or a list the beginning of its JSON, written once however many conditions ask.
 */
export function writtenBeginning(value: unknown): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  if (value instanceof ExactNumber) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const known = beginnings.get(value) ?? written(value, mostWritten).slice(0, mostWritten);
  beginnings.set(value, known);
  return known;
}

/** JSON without blanks, until it has `room` characters. What would follow is not looked at. */
function written(value: unknown, room: number): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, room + 1));
  if (value instanceof ExactNumber) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return Array.isArray(value) ? writtenList(value, room) : writtenObject(value, room);
}

function writtenList(list: readonly unknown[], room: number): string {
  let text = "[";
  for (let at = 0; at < list.length; at++) {
    if (text.length > room) return text;
    text += `${at === 0 ? "" : ","}${written(list[at], Math.max(0, room - text.length))}`;
  }
  return `${text}]`;
}

function writtenObject(object: object, room: number): string {
  let text = "{";
  for (const [name, value] of Object.entries(object)) {
    if (text.length > room) return text;
    text += `${text === "{" ? "" : ","}${written(name, room)}:`;
    text += written(value, Math.max(0, room - text.length));
  }
  return `${text}}`;
}
