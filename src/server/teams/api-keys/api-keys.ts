import { randomBytes } from "node:crypto";
import type * as contract from "#contract/teams/api-keys.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { deleteKey, findKey, insertKey, listKeysOfTeam, listOwnKeys, lockedKeyCount, maxKeys } from "./api-keys.store.ts";
import { credentialExists } from "#server/teams/sign-in/identity.store.ts";

export const apiKeyHandlers: Handlers<typeof contract> = {
  async listApiKeys(_input, { db, caller }) {
    return { api_keys: await listOwnKeys(db, caller) };
  },

  async createApiKey({ body }, context) {
    const teamId = body.team_id ?? null;
    if (teamId === null && context.caller.teamId !== null) throw refuse("forbidden", "A team key can only create keys for that team.");
    return create(context, teamId, body.name);
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

async function create({ db, caller, clock }: Context, teamId: string | null, name: string) {
  const count = await lockedKeyCount(db, caller.userId);
  // What ended while this waited for the lock leaves no key behind.
  if (!(await credentialExists(db, caller, clock()))) throw refuse("unauthorized");
  if (count >= maxKeys)
    throw refuse("too_many", `You have ${maxKeys} API keys, as many as one person may have. Revoke some that are no longer used.`);
  const key = `ck_${randomBytes(32).toString("base64url")}`;
  const created = await findKey(db, await insertKey(db, key, { caller, teamId, name }));
  if (!created) throw new Error("The key was not stored");
  return { api_key: created, key };
}
