import type * as contract from "#contract/connections/integrations.ts";
import type { Handlers } from "#server/http/context.ts";
import { refuse } from "#server/http/refusal.ts";
import { findTeamRecord } from "#server/teams/teams.store.ts";
import { builtInIntegrations } from "./catalogue.ts";

export const integrationHandlers: Handlers<typeof contract> = {
  async listIntegrations({ query: { type, limit, offset } }, { db, team }) {
    const record = await findTeamRecord(db, team.id);
    if (!record) throw refuse("not_found");
    const all = builtInIntegrations.filter((integration) => type === undefined || integration.type === type);
    const integrations = all.slice(offset, offset + limit).map((integration) => ({
      ...integration,
      provider: "built_in",
      user_id: null,
      team_id: team.id,
      created_at: record.created_at,
      updated_at: record.created_at,
    }));
    return { integrations, total: all.length, limit, offset };
  },
};
