import { sql } from "drizzle-orm";
import type { ActOf } from "#contract/queues/case-jobs.ts";
import { recorded } from "#server/platform/events/record.ts";
import type { CaseAction } from "#server/queues/cases/case-acts.ts";
import { removeCases } from "#server/queues/cases/case-writes.store.ts";
import { jobOf } from "#server/queues/jobs/case-job-kind.ts";

export const deleteCases: CaseAction<ActOf<"delete">> = {
  kind: "delete",
  async change({ db, userId }, ids) {
    const named = sql.param([...ids]);
    await db.execute(
      recorded(sql`cases c join queues q on q.id = c.queue_id where c.id = any(${named}::uuid[])`, {
        type: "case.deleted",
        team: sql`q.team_id`,
        actor: userId === null ? { kind: "service" } : { kind: "user", id: sql`${userId}::uuid` },
        subject: sql`c.id`,
        data: { queue_id: sql`c.queue_id` },
      }),
    );
    await removeCases(db, sql`c.id = any(${named}::uuid[])`);
    return ids;
  },
  owners: "Its case was deleted.",
};

export const deletionJob = jobOf<"delete">(deleteCases);
