import type { ActOf } from "#contract/queues/case-jobs.ts";
import { JobCannotGoOn } from "#server/engine/jobs/job-kind.ts";
import type { CaseAction } from "#server/queues/cases/case-acts.ts";
import { inPortions, moveCases } from "#server/queues/cases/case-writes.store.ts";
import { jobOf } from "#server/queues/jobs/case-job-kind.ts";
import { findConsumer } from "#server/queues/queues/consumers.store.ts";

export const reprocess: CaseAction<ActOf<"reprocess">> = {
  kind: "reprocess",
  change({ db, userId }, ids, { agent_id: agentId }) {
    return inPortions(ids, (which) => moveCases(db, which, "reprocess", { doer: { userId, agentId }, event: "reprocessed", agentId }));
  },
  owners: "Its case was assigned to an agent again.",
};

export const reprocessJob = jobOf<"reprocess">(reprocess, {
  async require(tx, { queue_id, act }) {
    if (!(await findConsumer(tx, queue_id, act.agent_id))) throw new JobCannotGoOn("The agent no longer handles cases from this queue.");
  },
});
