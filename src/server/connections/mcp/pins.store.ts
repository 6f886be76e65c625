import { sql } from "drizzle-orm";
import { slotName, takesPins } from "#server/agents/slots/slot-name.ts";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import { sameInputs } from "#server/connections/agreements/agreements.store.ts";
import { serves } from "#server/connections/grants/serves.ts";
import type { HeldRun } from "#server/engine/log/run-record.ts";
import type { Db } from "#server/platform/db/open.ts";

/** A slot of a run's revision that takes connections, with one that the run's person pinned there. */
export type PinnedSlot = Slot & (ConnectionRecord | { readonly id: null; readonly suspended?: string });
type Slot = { readonly slot_id: string; readonly slot_name: string };

/**
 * Every slot, also without a pin; by name. What the person no longer sees is not theirs to use. `suspended`: the name of one that counts for
 * nothing until its owner agrees to what the run does.
 */
export async function listPins(db: Db, run: HeldRun): Promise<PinnedSlot[]> {
  if (!run.has_slots) return [];
  const { build_id, team_id, user_id } = run;
  const { rows } = await db.execute<Slot & (ConnectionRecord | { id: null; user_id: null })>(sql`
    select s.id slot_id, ${slotName} slot_name, c.*
    from revision_slots s
    left join custom_integrations i on i.id = s.custom_integration_id
    left join (slot_pins p join connections c on c.id = p.connection_id and ${serves(sql`${team_id}::uuid`)}
        and (c.user_id is null or c.user_id = ${user_id}::uuid))
      on p.slot_id = s.id and p.user_id = ${user_id}::uuid
    where s.build_id = ${build_id}::uuid and ${takesPins}
    order by 2, s.id, p.created_at, c.id`);
  if (!rows.some(isPersonal)) return rows;
  const agreed = run.fingerprint !== null && run.secrets.agreed && (await sameInputs(db, run));
  return agreed
    ? rows
    : rows.map((row) => (isPersonal(row) ? { slot_id: row.slot_id, slot_name: row.slot_name, id: null, suspended: row.name } : row));
}

function isPersonal(row: Slot & { readonly user_id: string | null }): row is Slot & ConnectionRecord {
  return row.user_id !== null;
}
