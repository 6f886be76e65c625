import { randomBytes } from "node:crypto";
import type * as contract from "#contract/teams/api-keys.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { addKey } from "./add-key.ts";
import { deleteKey, findKey, listKeysOfTeam, listOwnKeys } from "./api-keys.store.ts";

export const apiKeyHandlers: Handlers<typeof contract> = {
  async listApiKeys(_input, { db, caller }) {
    return { api_keys: await listOwnKeys(db, caller) };
  },

  async createApiKey({ body }, context) {
    const teamId = body.team_id ?? null;
    if (teamId === null && context.caller.teamId !== null) throw refuse("forbidden", "A team key can only create keys for that team.");
    return create(context, teamId, body.name, body.reads_only);
  },

  async revokeApiKey({ params, query }, { db, changed }) {
    const key = await findKey(db, params.id);
    if (!key) throw refuse("not_found");
    changed("access", "*", key.user_id);
    return { success: true, revoked: await deleteKey(db, key, query.descendants === "true") };
  },

  async listTeamApiKeys(_input, { db, team }) {
    return { api_keys: await listKeysOfTeam(db, team.id) };
  },

  createTeamApiKey({ body }, context) {
    return create(context, context.team.id, body.name);
  },
};

async function create(context: Context, teamId: string | null, name: string, readsOnly = false) {
  const key = `ck_${randomBytes(32).toString("base64url")}`;
  return { api_key: await addKey(context, key, { teamId, name, readsOnly }), key };
}
