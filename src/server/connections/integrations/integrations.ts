import type * as contract from "#contract/connections/integrations.ts";
import { type Integration, maxCustomIntegrations } from "#contract/connections/integrations.ts";
import { requireServer } from "#server/connections/rights.ts";
import { providers } from "#server/connections/native/providers.ts";
import { findKind, isSetUp, setUpOf } from "#server/connections/native/set-up.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { unlessDuplicate } from "#server/platform/db/duplicate.ts";
import { findTeamRecord } from "#server/teams/teams/teams.store.ts";
import { builtInIntegrations } from "./catalogue.ts";
import {
  countCustomIntegrations,
  type CustomIntegrationRecord,
  findCustomIntegration,
  insertCustomIntegration,
  listCustomIntegrations,
  losersOfIntegration,
  removeCustomIntegration,
  takenIn,
  toIntegration,
} from "./custom-integrations.store.ts";

export const integrationHandlers: Handlers<typeof contract> = {
  async listIntegrations({ query: { type, limit, offset } }, { db, team, config }) {
    const record = await findTeamRecord(db, team.id);
    if (!record) throw refuse("not_found");
    const builtIn = builtInIntegrations.map((integration): Integration => ({
      ...integration,
      provider: "built_in",
      user_id: null,
      team_id: team.id,
      ...nothingToSignInTo,
      ...nativeOf(config, integration.type),
      integration_id: integration.id,
      created_at: record.created_at,
      updated_at: record.created_at,
    }));
    const custom = (await listCustomIntegrations(db, team.id)).map(toIntegration);
    const all = [...builtIn, ...custom].filter((integration) => type === undefined || integration.type === type);
    return { integrations: all.slice(offset, offset + limit), total: all.length, limit, offset };
  },

  async createCustomIntegration({ body }, { db, envelope, team, caller, outbound }) {
    const { name, auth_method, server_url, oauth_client_id, oauth_client_secret } = body;
    requireServer(outbound, server_url);
    if ((await countCustomIntegrations(db, team.id)) >= maxCustomIntegrations) throw refuse("too_many");
    const named = { team_id: team.id, name, auth_method, server_url, created_by: caller.userId };
    const client = { id: oauth_client_id, secret: oauth_client_secret };
    const made = await unlessDuplicate(db, (tx) => insertCustomIntegration(tx, envelope, named, client));
    if (!made) throw refuse((await takenIn(db, named)) ?? "name_taken");
    return toIntegration(made);
  },

  async deleteCustomIntegration({ params }, context) {
    const integration = await required(context, params.custom_integration_id, "update");
    await removeCustomIntegration(context.db, integration.id);
    for (const topic of ["connection", "revision_slot", "event_trigger"] as const) context.changed(topic, "*");
    return { success: true, message: `“${integration.name}” and its connections are deleted.` };
  },

  async previewCustomIntegrationDeletion({ params }, context) {
    return losersOfIntegration(context.db, await required(context, params.custom_integration_id));
  },
};

async function required({ db, team }: Context, id: string, lock?: "update"): Promise<CustomIntegrationRecord> {
  const found = await findCustomIntegration(db, team.id, id, lock);
  if (!found) throw refuse("not_found");
  return found;
}

/** What people sign in to it with, for a kind that they do sign in to. */
function nativeOf(config: Context["config"], type: string) {
  const kind = findKind(type);
  if (!kind) return {};
  return {
    provider: "native",
    auth_method: "oauth",
    oauth_provider: kind.provider,
    oauth_provider_key: kind.key,
    oauth_scopes: [...(setUpOf(config, kind, {})?.kind.scopes ?? kind.scopes)],
    oauth_ready: isSetUp(config, kind),
    oauth_start_fields: (providers[kind.provider]?.fields ?? []).map(({ name }) => name),
  };
}

/** A built-in kind has no server, no tokens and nothing that could break. */
const nothingToSignInTo = {
  auth_method: null,
  custom_integration_id: null,
  icon_url: null,
  oauth_provider: null,
  oauth_provider_key: null,
  oauth_scopes: null,
  oauth_ready: null,
  oauth_start_fields: [],
  has_headers: false,
  has_oauth_tokens: false,
  shared: true,
  created_by: null,
  broken_at: null,
  broken_reason: null,
} satisfies Partial<Integration>;
