import { sql } from "drizzle-orm";
import type { AuditChange } from "#contract/audit/audit-entry.ts";
import type { Db } from "#server/platform/db/open.ts";

/** An object in a transaction. */
interface Of {
  readonly tx: string;
  readonly subject_id: string;
}

const keyOf = (tx: string, objectId: string) => `${tx} ${objectId}`;

/** What the transactions of some events changed of their objects. */
export async function changesOf(db: Db, events: readonly Of[]): Promise<(of: Of) => readonly AuditChange[]> {
  const { rows } = await db.execute<{ tx: string; object_id: string; changes: AuditChange[] }>(sql`
    select c.tx::text, c.object_id, c.changes from audit_changes c
    where c.tx = any(${sql.param([...new Set(events.map(({ tx }) => tx))])}::xid8[]) order by c.tx, c.id`);
  const found = new Map<string, AuditChange[]>();
  for (const { tx, object_id, changes } of rows) {
    const key = keyOf(tx, object_id);
    found.set(key, [...(found.get(key) ?? []), ...changes]);
  }
  return ({ tx, subject_id }) => together(found.get(keyOf(tx, subject_id)) ?? []);
}

/** Of a field that was changed more than once, its first value before and its last one after. */
function together(changes: readonly AuditChange[]): readonly AuditChange[] {
  const byField = new Map<string, AuditChange>();
  for (const change of changes) byField.set(change.field, { ...change, from: (byField.get(change.field) ?? change).from });
  return [...byField.values()].filter(({ from, to }) => isHidden(to) || JSON.stringify(from) !== JSON.stringify(to));
}

/** Two secrets look the same. */
function isHidden(value: AuditChange["to"]): boolean {
  return typeof value === "object" && value !== null && value.sha256 === null;
}

/** Removes what no event needs any more: all of its transaction are in the log. */
export async function removeReadChanges(db: Db): Promise<void> {
  await db.execute(sql`delete from audit_changes where tx < (select tx from event_cursors where consumer = 'audit')`);
}
