import type * as contract from "#contract/clarity/summaries.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { listSummaries } from "./summaries.store.ts";

export const claritySummaryHandlers: Handlers<typeof contract> = {
  async listClarityProcessSummaries({ params, query: { limit, offset, detail, include_current_steps } }, context) {
    const found = await listSummaries(context.db, {
      teamId: params.teamId,
      who: whoOf(context),
      limit,
      offset,
      withSteps: detail === "skeleton",
      withCurrentSteps: include_current_steps === "true",
    });
    return { ...found, limit, offset };
  },
};
