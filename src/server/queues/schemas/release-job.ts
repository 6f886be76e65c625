import { maxCasesAtOnce } from "#contract/deletion.ts";
import { teamJob } from "#server/runs/jobs/team-job-kind.ts";
import { releaseSome } from "./repin-cases.store.ts";

/** Releases the cases of an automation that wait for agents without a live revision. */
export const releaseJob = teamJob({
  name: "revision_activated",
  cases: (tx, { subject_id, started_by }) => releaseSome(tx, subject_id, started_by, maxCasesAtOnce),
  changes: ["case"],
});
