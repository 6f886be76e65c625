import { JobCannotGoOn } from "#server/engine/jobs/job-kind.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import type { JobResult } from "#server/queues/jobs/case-job-items.store.ts";
import { caseJob } from "#server/queues/jobs/case-job-kind.ts";
import { addRows, whyRefused } from "./add-import-rows.ts";
import { refuseRows } from "./case-imports.store.ts";

export const importJob = caseJob({
  name: "import",
  // Each may be long, and is checked by its queue's schema.
  atOnce: 100,
  async change(tx, job, items) {
    const caseOf = await addRows(
      tx,
      job,
      items.map(({ place }) => place),
    ).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === "no_schema" ? new JobCannotGoOn(error.message) : error;
    });
    const results = items.map(({ place }): JobResult => {
      const case_id = caseOf.get(place);
      return case_id ? { place, outcome: "done", reason: null, case_id } : { place, outcome: "failed", reason: "unfit" };
    });
    return { results, caseIds: [...caseOf.values()], interruptedRunIds: [] };
  },
  async whyLeft(tx, { id }, { place }, error) {
    const issues = whyRefused(error);
    if (issues.length > 0) await refuseRows(tx, id, [{ place, issues }]);
    return issues.length > 0 ? "unfit" : "refused";
  },
});
