import type { CaseSchema } from "#contract/queues/case-schema.ts";
import type { Db } from "#server/platform/db/open.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { findFrozen, insertFamily, insertVersion, isSchemaOf, lockFamily, setQueueSchema } from "./case-schemas.store.ts";
import type { QueueRecord } from "#server/queues/queues/queues.store.ts";

interface Declared {
  readonly schema: CaseSchema;
  readonly change_summary: string;
  readonly userId: string | null;
}

/**
 * Makes the next version of a queue's schema, or the first one. `expected`: the version that the caller has seen, null for none. The caller
 * holds the queue. Throws 409 where somebody else was faster, or where a queue that shares the schema has frozen it.
 */
export async function declareSchema(db: Db, queue: QueueRecord, declared: Declared, expected?: string | null): Promise<void> {
  requireUnfrozen(queue);
  const familyId = queue.schema_family_id;
  const current = familyId === null ? null : ((await lockFamily(db, familyId, queue.team_id)) ?? null);
  if (expected !== undefined && expected !== current) {
    if (expected !== null && !(await isSchemaOf(db, queue.team_id, expected)))
      throw invalid(["expected_schema_id"], "This version of the fields does not exist in this team");
    throw refuse("schema_changed", undefined, { schema_id: current });
  }
  const frozen = familyId === null ? undefined : await findFrozen(db, familyId);
  if (frozen) throw refuse("schema_frozen", `The queue “${frozen.name}” shares these fields and has locked them. Unlock them there first.`);
  const kept = familyId ?? (await insertFamily(db, queue.team_id));
  await insertVersion(db, kept, declared);
  if (familyId === null) await setQueueSchema(db, queue.id, { schema_family_id: kept });
}

export function requireUnfrozen(queue: QueueRecord): void {
  if (queue.schema_family_id !== null && queue.schema_frozen) throw refuse("schema_frozen");
}
