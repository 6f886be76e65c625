import { sql } from "drizzle-orm";
import { fewestDays, type RetentionPreview, usualRetention } from "#contract/teams/retention.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import { locks, tryLock } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Services } from "#server/platform/http/context.ts";
import { eachChain } from "./each-chain.ts";
import { findChain, saveEnds } from "./seals.store.ts";

type Needs = Pick<Services, "store" | "envelope" | "log">;

/** Removes what is past its time, a seal with its entries at a time. The chain says that it begins behind it. */
export async function removeOldEntries(needs: Needs, closed: () => boolean): Promise<void> {
  await eachChain(needs, async (organizationId) => {
    while (!closed() && (await needs.store.db.transaction((tx) => removeOldest(tx, needs, organizationId))));
  });
}

/** The last seal stays: the next one begins behind it. */
async function removeOldest(tx: Db, { envelope }: Needs, organizationId: string): Promise<boolean> {
  if (!(await tryLock(tx, locks.auditSeals(organizationId)))) return false;
  const days = await daysOf(tx, organizationId);
  const chain = days === null ? undefined : await findChain(tx, envelope, organizationId);
  if (days === null || !chain) return false;
  // Whoever has the store can also write a setting that nobody could choose.
  const { rows } = await tx.execute<{ number: number }>(sql`
    select number from audit_seals s
    where organization_id = ${organizationId} and last_at < now() - make_interval(days => ${Math.max(days, fewestDays.audit_entries)}::int)
      and number = ${chain.first_number} and number < ${chain.last_number}`);
  const [oldest] = rows;
  if (!oldest) return false;
  await tx.execute(sql`set local caseload.audit_retention = 'on'`);
  await tx.execute(sql`
    delete from audit_entries where organization_id = ${organizationId}
      and id = any((select ids from audit_seals where organization_id = ${organizationId} and number = ${oldest.number})::bigint[])`);
  await tx.execute(sql`delete from audit_seals where organization_id = ${organizationId} and number = ${oldest.number}`);
  await saveEnds(tx, organizationId, chain.key, { ...chain, first_number: oldest.number + 1 });
  return true;
}

/** Null: for ever. */
async function daysOf(db: Db, organizationId: string): Promise<number | null> {
  const { rows } = await db.execute<{ days: number | null }>(
    sql`select audit_entries as days from organization_retention where organization_id = ${organizationId}`,
  );
  return (rows[0] ?? { days: usualRetention.audit_entries }).days;
}

/** What would go now with so many days: what the first seals cover, up to one that covers something younger, or to the last, which stays. */
export async function previewOldEntries(db: Db, organizationId: string, days: number | null): Promise<RetentionPreview["audit_entries"]> {
  if (days === null) return { count: 0, first_at: null };
  const { rows } = await db.execute<{ count: number; first_at: string | null }>(sql`
    with seals as (
      select cardinality(ids) as entries, last_at,
        bool_and(last_at < now() - make_interval(days => ${days}::int) and number < (
          select last_number from audit_keys k where k.organization_id = s.organization_id)) over (order by number) as goes
      from audit_seals s where organization_id = ${organizationId})
    select coalesce(sum(entries) filter (where goes), 0)::int as count,
      coalesce(min(last_at), (select min(at) from audit_entries where organization_id = ${organizationId})) + make_interval(days => ${days}::int) as first_at
    from seals`);
  const [going] = rows;
  return { count: going?.count ?? 0, first_at: going?.first_at ? isoInstant(going.first_at) : null };
}
