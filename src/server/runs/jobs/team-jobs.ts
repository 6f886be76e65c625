import type * as contract from "#contract/runs/team-jobs.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findTeamJob, listTeamJobRows } from "./team-jobs.store.ts";

export const teamJobHandlers: Handlers<typeof contract> = {
  async listTeamJobs({ query }, { db, team }) {
    const { limit, offset } = query;
    return { ...(await inSnapshot(db, (at) => listTeamJobRows(at, team.id, query))), limit, offset };
  },

  async getTeamJob({ params }, { db, team }) {
    const job = await findTeamJob(db, team.id, params.job_id);
    if (!job) throw refuse("not_found");
    return { job };
  },
};
