import type { FastifyBaseLogger } from "fastify";
import { type $ZodType, z } from "#contract/zod.ts";

/** What Zod says of a word, or of a kind of record, that is none of those that it knows. */
const unknownWord = new Set(["invalid_value", "invalid_union"]);

/**
 * The reply of a read as the contract has it. While versions run side by side, a later one stores words that this one does not know: a record of a
 * list that has one is left out, so that the others stay readable. Whatever else is wrong with a reply is our fault, and thrown.
 */
export function readable(schema: $ZodType, reply: unknown, log: Pick<FastifyBaseLogger, "error">): unknown {
  const parsed = z.safeParse(schema, reply);
  if (parsed.success) return parsed.data;
  const left = new Map<string, Set<number>>();
  for (const { code, path } of parsed.error.issues) {
    const [list, place] = path;
    if (!unknownWord.has(code) || typeof list !== "string" || typeof place !== "number") throw parsed.error;
    left.set(list, (left.get(list) ?? new Set()).add(place));
  }
  log.error(
    { left: [...left].map(([list, places]) => `${list}: ${places.size}`) },
    "records with words of a later version were left out of a list",
  );
  const lists = reply as Readonly<Record<string, readonly unknown[]>>;
  const rest = [...left].map(([list, places]) => [list, lists[list]?.filter((_, place) => !places.has(place))] as const);
  return z.parse(schema, { ...lists, ...Object.fromEntries(rest) });
}
