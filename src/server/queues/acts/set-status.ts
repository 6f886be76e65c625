import type { ActOf } from "#contract/queues/case-jobs.ts";
import { type CaseAction, moveTo } from "#server/queues/cases/case-acts.ts";
import { partRuns } from "#server/queues/cases/case-owners.ts";
import { inPortions, moveCases } from "#server/queues/cases/case-writes.store.ts";
import { jobOf } from "#server/queues/jobs/case-job-kind.ts";

export const setStatus: CaseAction<ActOf<"status">> = {
  kind: "status",
  change({ db, userId }, ids, { status }) {
    return inPortions(ids, (which) => moveCases(db, which, moveTo[status], { doer: { userId }, event: "status_changed", reason: status }));
  },
  owners: partRuns,
};

export const statusJob = jobOf<"status">(setStatus);
