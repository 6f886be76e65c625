import type * as contract from "#contract/runs/run-steps.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { requireRun } from "./run-access.ts";
import { timeOfRun } from "./run-time.store.ts";
import { stepsOfRun } from "./run-steps.store.ts";
import { findRun } from "./runs.store.ts";

export const runStepHandlers: Handlers<typeof contract> = {
  async listRunSteps({ params }, context) {
    const found = await findRun(context.db, params.run_id);
    const run = requireRun(context, found?.run);
    return { steps: await stepsOfRun(context.db, run.id), time: await timeOfRun(context.db, run) };
  },
};
