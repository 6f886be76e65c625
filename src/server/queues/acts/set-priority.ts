import { type SQL, sql } from "drizzle-orm";
import { type CasePriority, casePriorities } from "#contract/queues/case.ts";
import type { ActOf } from "#contract/queues/case-jobs.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { CaseAction } from "#server/queues/cases/case-acts.ts";
import { inPortions, noteEvents } from "#server/queues/cases/case-writes.store.ts";
import { jobOf } from "#server/queues/jobs/case-job-kind.ts";

export const setPriority: CaseAction<ActOf<"priority">> = {
  kind: "priority",
  change({ db, userId }, ids, { priority }) {
    return inPortions(ids, (which) => writePriority(db, which, priority, userId));
  },
  // Whoever works on a case goes on.
  owners: async () => [],
};

async function writePriority(db: Db, which: SQL, priority: CasePriority, userId: string | null): Promise<string[]> {
  const rank = casePriorities.indexOf(priority);
  const { rows } = await db.execute<{ id: string }>(sql`
    with changed as (update cases c set priority = ${rank}, updated_at = now() where ${which} and c.priority <> ${rank} returning c.id),
    told as (${noteEvents(sql`changed`, "updated", { userId }, `priority: ${priority}`)})
    select id from changed`);
  return rows.map((row) => row.id);
}

export const priorityJob = jobOf<"priority">(setPriority);
