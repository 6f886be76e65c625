import { type SQL, sql } from "drizzle-orm";
import type { InboxThing } from "#contract/runs/inbox.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

const most = 100;

/** What a statement finds, with how much there is: `id`, `title`, `about`, `agent_id` and `since`. */
export async function waitingThings(db: Db, kind: InboxThing["kind"], found: SQL): Promise<{ total: number; things: InboxThing[] }> {
  const { rows } = await db.execute<Omit<InboxThing, "kind"> & { total: number }>(sql`
    select f.*, count(*) over ()::int as total from (${found}) f order by f.since, f.id limit ${most}`);
  const things = rows.map(({ total: _, ...row }) => ({ kind, ...withInstants(row, "since") }));
  return { total: rows[0]?.total ?? 0, things };
}
