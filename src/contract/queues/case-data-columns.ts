import type { Cell } from "#contract/list.ts";
import { storable } from "#contract/fields.ts";
import { isTooDeep } from "#contract/json-depth.ts";

/**
 * Case data in the columns of a file, and back without a difference. Each top-level key has a column of its own. What a number, a truth value
 * or nothing could be taken for is a text where its cell stands in quotes, as in the files of many programs. Lists and groups are compact JSON.
 */

/** Ours: columns of keys that one file has at most, which leaves an import room for the others. */
export const maxDataColumns = 200;

/** The last column: what no other one says, as JSON or plain text. A file with it came from an export. */
export const otherData = "other_data";

/** The values of a JSON object by their keys, each as it is written; undefined where the text is none. */
export function entriesOf(text: string): ReadonlyMap<string, string> | undefined {
  if (!text.trimStart().startsWith("{") || isTooDeep(text)) return undefined;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const entries = new Map<string, string>();
  const inside = compact(text).slice(1, -1);
  for (let at = 0; at < inside.length; at += 1) {
    const keyEnd = endOf(inside, at, ":");
    const end = endOf(inside, keyEnd + 1, ",");
    entries.set(JSON.parse(inside.slice(at, keyEnd)) as string, inside.slice(keyEnd + 1, end));
    at = end;
  }
  return entries;
}

/** Without the blanks between its parts: figures and escapes stay as they are written. */
function compact(json: string): string {
  return json.replaceAll(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, "$1");
}

/** Where the next such sign is that no text, list or group contains; the end where there is none. */
function endOf(json: string, from: number, sign: string): number {
  let depth = 0;
  let inText = false;
  for (let at = from; at < json.length; at++) {
    const one = json[at];
    if (inText) {
      if (one === "\\") at += 1;
      else if (one === '"') inText = false;
    } else if (one === '"') inText = true;
    else if (one === "{" || one === "[") depth += 1;
    else if (one === "}" || one === "]") depth -= 1;
    else if (one === sign && depth === 0) return at;
  }
  return json.length;
}

/** What the column of a key is called. Undefined: an import could not tell the key from it, or would take it for a separator of columns. */
export function headOf(key: string, taken: ReadonlySet<string>): string | undefined {
  const isPlain = /^[^\s=+\-@'\p{C};](?:[^\p{C};]{0,98}[^\s\p{C};])?$/u.test(key);
  if (!isPlain) return undefined;
  return taken.has(key) || key === otherData || key.startsWith("data.") ? `data.${key}` : key;
}

/** The key of a column that is none of the case's own. */
export function keyOf(head: string): string {
  return head.startsWith("data.") ? head.slice("data.".length) : head;
}

/** What the cell of a key says of its value. Undefined: nothing that would be read as the same. */
export function dataCell(written: string): Cell | undefined {
  if (!written.startsWith('"')) return { bare: readable(written) };
  const text = JSON.parse(written) as string;
  if (!storable(text)) return undefined;
  if (isText(text, false)) return text;
  return isText(text, true) ? { quoted: text } : undefined;
}

const escapes = /\\(?:u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})|u([\da-fA-F]{4})|.)/g;

/** JSON with its letters instead of their escapes, as a person reads them. What nobody would see, or what would end a text, stays escaped. */
function readable(json: string): string {
  return json.replaceAll(escapes, (written: string, high?: string, low?: string, one?: string) => {
    const units = [high, low, one].flatMap((unit) => (unit === undefined ? [] : [Number.parseInt(unit, 16)]));
    const sign = String.fromCharCode(...units);
    return /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(sign) && sign !== '"' && sign !== "\\" ? sign : written;
  });
}

/** The value that a cell is, as JSON; undefined where it is empty. */
export function valueIn(cell: string, quoted: boolean): string | undefined {
  if (cell === "" && !quoted) return undefined;
  return isText(cell, quoted) ? JSON.stringify(cell) : cell;
}

function isText(cell: string, quoted: boolean): boolean {
  if (cell === "") return quoted;
  if (/^[[{]/.test(cell)) return isTooDeep(cell) || !isJson(cell);
  return quoted || !(/^(?:-?\d|true$|false$|null$)/.test(cell) && isJson(cell) && cell === cell.trim());
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON of values that are written already, a line for each as people read it. */
export function objectOf(entries: Iterable<readonly [key: string, written: string]>): string {
  const lines = Array.from(entries, ([key, written]) => `  ${JSON.stringify(key)}: ${written}`);
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n}`;
}
