import type * as contract from "#contract/runs/run-steps.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { requireRun } from "./run-access.ts";
import { timeOfRun } from "./run-time.store.ts";
import { stepsOfRun } from "./run-steps.store.ts";
import { findRun } from "./runs.store.ts";

export const runStepHandlers: Handlers<typeof contract> = {
  async listRunSteps({ params }, context) {
    // Of one moment: a run that ends, or is deleted, while it is read does so in all of it or in none.
    return inSnapshot(context.db, async (db) => {
      const found = await findRun(db, params.run_id);
      const run = requireRun(context, found?.run);
      return { steps: await stepsOfRun(db, run.id), time: await timeOfRun(db, run) };
    });
  },
};
