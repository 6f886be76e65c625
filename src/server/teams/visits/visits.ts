import type * as contract from "#contract/teams/visits.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { visitTeam } from "./visits.store.ts";

export const visitHandlers: Handlers<typeof contract> = {
  async recordVisit({ params: { teamId } }, { db, caller, clock }) {
    return { since: await visitTeam(db, caller.userId, teamId, clock()) };
  },
};
