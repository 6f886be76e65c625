import { sql } from "drizzle-orm";
import { auditDays } from "#contract/audit/audit-words.ts";
import { locks, tryLock } from "#server/platform/db/locks.ts";
import type { Db, Store } from "#server/platform/db/open.ts";
import { listOrganizationIds } from "./seals.store.ts";

/** Removes what is past its time, a seal with its entries at a time. The seal behind it says until when it reached, so the chain begins there. */
export async function removeOldEntries({ db }: Pick<Store, "db">, closed: () => boolean): Promise<void> {
  for (const organizationId of await listOrganizationIds(db)) {
    while (!closed() && (await db.transaction((tx) => removeOldest(tx, organizationId))));
  }
}

/** The last seal stays: the next one begins behind it. */
async function removeOldest(tx: Db, organizationId: string): Promise<boolean> {
  if (!(await tryLock(tx, locks.auditSeals(organizationId)))) return false;
  const { rows } = await tx.execute<{ number: number }>(sql`
    select number from audit_seals s where organization_id = ${organizationId} and last_at < now() - make_interval(days => ${auditDays})
      and number = (select min(number) from audit_seals where organization_id = ${organizationId})
      and number < (select max(number) from audit_seals where organization_id = ${organizationId})`);
  const [oldest] = rows;
  if (!oldest) return false;
  await tx.execute(sql`set local caseload.audit_retention = 'on'`);
  await tx.execute(sql`
    delete from audit_entries where organization_id = ${organizationId}
      and id = any((select ids from audit_seals where organization_id = ${organizationId} and number = ${oldest.number})::bigint[])`);
  await tx.execute(sql`delete from audit_seals where organization_id = ${organizationId} and number = ${oldest.number}`);
  return true;
}
