import { type SQL, sql } from "drizzle-orm";
import { type InboxKind, InboxThing } from "#contract/runs/inbox.ts";
import type { Waiter, WaitingPart } from "#server/engine/waiting-part.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

const most = 100;

interface Found extends Record<string, unknown> {
  readonly kind: InboxKind;
  readonly total: number;
  /** Null: the kind has a list of its own. */
  readonly id: string | null;
}

/** How much of each kind waits, and the things that have no list of their own. One statement: many windows ask for it at the same time. */
export async function findWaiting(
  db: Db,
  parts: readonly WaitingPart[],
  waiter: Waiter,
): Promise<{ totals: ReadonlyMap<InboxKind, number>; things: InboxThing[] }> {
  const asked = parts.flatMap(({ kind, rows }) => {
    const found = rows(waiter);
    return found ? [isListed(kind) ? listed(kind, found) : counted(kind, found)] : [];
  });
  const { rows } = await db.execute<Found>(sql.join(asked, sql` union all `));
  const things = rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [withInstants(row, "since") as unknown as InboxThing]));
  return { totals: new Map(rows.map(({ kind, total }) => [kind, total])), things };
}

function isListed(kind: InboxKind): boolean {
  return InboxThing.shape.kind.safeParse(kind).success;
}

function counted(kind: InboxKind, found: SQL): SQL {
  return sql`(select ${kind}::text as kind, count(*)::int as total, null::uuid as id, null as title, null as about, null::uuid as agent_id,
    null::timestamptz as since from (${found}) f)`;
}

function listed(kind: InboxKind, found: SQL): SQL {
  return sql`(select ${kind}::text as kind, count(*) over ()::int as total, f.id, f.title, f.about, f.agent_id, f.since
    from (${found}) f order by f.since, f.id limit ${most})`;
}
