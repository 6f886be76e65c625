import type * as contract from "#contract/connections/logins.ts";
import { maxAttachedLogins, maxLogins } from "#contract/connections/logins.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { attach, countAttached, detach, detachEverywhere, losersOf, usesOf } from "#server/connections/agreements/attachments.store.ts";
import { keptDomain } from "./login-host.ts";
import { changesSignIn, changedSignIn, requireGivenAgain, requireSignIn } from "./login-changes.ts";
import {
  countLogins,
  findLogin,
  forgetLogin,
  insertLogin,
  listAttachedLogins,
  listVisibleLogins,
  type LoginPatch,
  type LoginRecord,
  patchLogin,
  sealSignIn,
  toAttachedLogin,
  toListedLogin,
  toLogin,
} from "./logins.store.ts";
import { requireAttaching, requireRevision, requireSharing, requireVisible } from "#server/connections/rights.ts";
import { requireRoom } from "#server/connections/room.ts";

const kept = { things: "logins", most: maxLogins, count: countLogins };

export const loginHandlers: Handlers<typeof contract> = {
  async listCredentials({ params, query }, context) {
    requireSelf(context, params);
    return (await listVisibleLogins(context.db, context.team.id, context.caller.userId, query.domain)).map(toListedLogin);
  },

  async createCredential({ params, body: { domain, username = null, password = null, otp_secret = null, shared = false } }, context) {
    const { db, envelope, team, caller } = context;
    requireSelf(context, params);
    requireSharing(context, shared);
    const signIn = requireSignIn({ password, otp_secret });
    const user_id = shared ? null : caller.userId;
    await requireRoom(context, kept, user_id, "domain");
    const named = { team_id: team.id, user_id, domain: keptDomain(domain), username, created_by: caller.userId };
    const login = await insertLogin(db, envelope, named, signIn);
    changed(context, login);
    return toLogin(login);
  },

  async getCredential({ params }, context) {
    return toLogin(await required(context, params));
  },

  async updateCredential({ params, body: { domain, username, shared, ...parts } }, context) {
    const { db, envelope, caller } = context;
    const login = await required(context, params, "update");
    requireSharing(context, login.user_id === null || shared === true);
    requireGivenAgain(login, domain, parts);
    const user_id = shared === undefined ? login.user_id : shared ? null : (login.user_id ?? caller.userId);
    if (user_id !== login.user_id) await requireRoom(context, kept, user_id, "shared");
    const patch: LoginPatch = {
      user_id,
      ...(domain !== undefined && { domain: keptDomain(domain) }),
      ...(username !== undefined && { username }),
      ...(changesSignIn(parts) && sealSignIn(envelope, login, changedSignIn(envelope, login, parts))),
    };
    const updated = await patchLogin(db, login.id, patch);
    changed(context, login);
    changed(context, updated);
    return toLogin(updated);
  },

  async deleteCredential({ params }, context) {
    const login = await required(context, params, "update");
    requireSharing(context, login.user_id === null);
    await detachEverywhere(context.db, "login", login.id);
    await forgetLogin(context.db, login.id);
    changed(context, login);
    return null;
  },

  async previewCredentialDeletion({ params }, context) {
    return losersOf(context.db, "login", await required(context, params));
  },

  async listCredentialUses({ params }, context) {
    return usesOf(context.db, "login", await required(context, params));
  },

  async listRevisionLogins({ params }, context) {
    const build = await requireRevision(context, params);
    return (await listAttachedLogins(context.db, build.id, context.caller.userId)).map(toAttachedLogin);
  },

  async attachRevisionLogin({ params, body }, context) {
    const { db, caller } = context;
    const login = await visible(context, body.exposedCredentialId, "share");
    await requireAttaching(context, params, login);
    if ((await countAttached(db, "login", params.buildId)) >= maxAttachedLogins)
      throw invalid(["exposedCredentialId"], `A revision takes at most ${maxAttachedLogins} logins`);
    if (!(await attach(db, "login", params.buildId, login, caller.userId))) throw refuse("already_attached");
    changed(context, login);
    return { success: true };
  },

  async detachRevisionLogin({ params }, context) {
    const login = await visible(context, params.exposedCredentialId, "share");
    await requireAttaching(context, params, login);
    if (!(await detach(context.db, "login", params.buildId, login.id))) throw refuse("not_found");
    changed(context, login);
    return { success: true };
  },
};

/** The person in the address is whoever asks. Throws 404. */
function requireSelf({ caller }: Pick<Context, "caller">, { userId }: { userId: string }): void {
  if (userId !== caller.userId) throw refuse("not_found");
}

async function required(context: Context, params: { userId: string; id: string }, lock?: "update"): Promise<LoginRecord> {
  requireSelf(context, params);
  return visible(context, params.id, lock);
}

/** A login of the team that the caller sees. Throws 404. */
async function visible(context: Context, id: string, lock?: "update" | "share"): Promise<LoginRecord> {
  return requireVisible(context, await findLogin(context.db, context.team.id, id, lock));
}

/** A shared one is everybody's. */
function changed(context: Context, { id, user_id }: LoginRecord): void {
  context.changed("login", id, user_id ?? undefined);
}
