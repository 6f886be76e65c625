import { randomUUID } from "node:crypto";
import type { Input } from "./wire.ts";

type Path = readonly (string | number)[];
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Every value of an input that is not a list or an object itself. */
function* leaves(value: unknown, path: Path): Generator<{ path: Path; value: unknown }> {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) yield { path, value };
  else for (const [key, child] of Object.entries(value)) yield* leaves(child, [...path, Array.isArray(value) ? Number(key) : key]);
}

/** A copy with one value replaced; `undefined` removes the key. */
export function replaced<T>(input: T, path: Path, value: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return value as T;
  if (Array.isArray(input)) return input.map((v, i) => (i === key ? replaced(v, rest, value) : v)) as T;
  const copy: Record<string, unknown> = { ...(input as Record<string, unknown>) };
  if (rest.length === 0 && value === undefined) delete copy[key];
  else copy[key] = replaced(copy[key], rest, value);
  return copy as T;
}

/** The same input with an unknown id in place of every id. */
export function withUnknownIds(input: Input): Input {
  let changed = input;
  for (const { path, value } of leaves(input, []))
    if (typeof value === "string" && uuid.test(value)) changed = replaced(changed, path, randomUUID());
  return changed;
}

/** `theirs` with one id after the other taken from `ours`. Only ids that name something: filters of a list may name anything. */
export function withForeignIds(theirs: Input, ours: Input): { path: string; input: Input }[] {
  const values = new Map([...leaves(ours, [])].map((leaf) => [leaf.path.join("."), leaf.value]));
  return [...leaves(theirs, [])].flatMap(({ path, value }) => {
    const name = path.join(".");
    const other = values.get(name);
    const isId = typeof value === "string" && uuid.test(value) && typeof other === "string";
    if (!isId || value === other || freeIds.test(name)) return [];
    return [{ path: name, input: replaced(theirs, path, other) }];
  });
}

/**
 * Ids that lead nowhere in the store (`thread_id` is the client's own, `process_id` is ignored), filters, and the revision of an automation, which
 * is looked up in the agent's own automation only and ignored when it is of another one.
 */
const freeIds = /^query\.(?!team_id)|^body\.chosen\.values\.|(^|\.)(thread_id|process_id|selected_automation_revision_id)$/;
