import type { Db } from "#server/platform/db/open.ts";
import { asSql } from "#server/platform/db/parameters.ts";

/** What things are called, by their ids. `text`: how their area finds that; undefined: they have no ids. */
export async function nameIds(db: Db, text: string | undefined, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (text === undefined || ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; name: string }>(asSql(text, [ids]));
  const found = new Map(rows.map(({ id, name }) => [id, name]));
  return new Map(ids.map((id) => [id, found.get(id) ?? "Deleted"]));
}
