import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import type { Ending } from "./endings.ts";
import type { Told } from "./tell.store.ts";

/** Marks as over what happened before its end. Returns whose windows show it. */
export async function resolve(tx: Db, endings: readonly Ending[]): Promise<readonly Told[]> {
  if (endings.length === 0) return [];
  const rows = [...new Map(endings.map((ending) => [`${ending.team_id} ${ending.ends}`, ending])).values()];
  const { rows: resolved } = await tx.execute<Told & Record<string, unknown>>(sql`
    update notifications n set resolved_at = w.at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(ends text, team_id uuid, at timestamptz)
    where n.ends = w.ends and (w.team_id is null or n.team_id = w.team_id) and n.ends is not null and n.resolved_at is null and n.last_at <= w.at returning n.team_id, n.recipient_id`);
  return resolved;
}
