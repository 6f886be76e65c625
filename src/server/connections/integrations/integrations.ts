import type * as contract from "#contract/connections/integrations.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findTeamRecord } from "#server/teams/teams/teams.store.ts";
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
      ...nothingToSignInTo,
      integration_id: integration.id,
      created_at: record.created_at,
      updated_at: record.created_at,
    }));
    return { integrations, total: all.length, limit, offset };
  },
};

/** A built-in kind has no server, no tokens and nothing that could break. */
const nothingToSignInTo = {
  auth_method: null,
  custom_integration_id: null,
  icon_url: null,
  oauth_provider: null,
  oauth_provider_key: null,
  oauth_scopes: null,
  has_headers: false,
  has_oauth_tokens: false,
  shared: true,
  created_by: null,
  broken_at: null,
  broken_reason: null,
} as const;
