import type * as contract from "#contract/clarity/step-runs.ts";
import { requireProcess } from "#server/clarity/processes/require-process.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { runsSeenBy } from "#server/runs/runs/run-page.ts";
import { listStepRuns } from "./step-runs.store.ts";

export const clarityStepRunHandlers: Handlers<typeof contract> = {
  async listClarityStepRuns({ params, query: { failed, ...query } }, context) {
    const process = await requireProcess(context, params.process_id);
    const scope = runsSeenBy(context.team.id, whoOf(context));
    const found = await listStepRuns(context.db, scope, { ...query, processId: process.id, failed: failed === "true" });
    return { ...found, limit: query.limit, offset: query.offset };
  },
};
