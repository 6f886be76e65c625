import type * as contract from "#contract/connections/secrets.ts";
import { maxAttachedSecrets, maxSecrets } from "#contract/connections/secrets.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { attach, countAttached, detach, detachEverywhere, losersOf, usesOf } from "#server/connections/agreements/attachments.store.ts";
import { Unreadable } from "#server/platform/sealing/envelope.ts";
import { requireAttaching, requireRevision, requireSharing, requireVisible } from "#server/connections/rights.ts";
import { requireRoom } from "#server/connections/room.ts";
import { changeValues, changesValues } from "./secret-values.ts";
import {
  countSecrets,
  findSecret,
  forgetSecret,
  insertSecret,
  listAttachedSecrets,
  listVisibleSecrets,
  openValues,
  patchSecret,
  sealValues,
  type SecretPatch,
  type SecretRecord,
  type SecretValues,
  toSecret,
} from "./secrets.store.ts";

const kept = { things: "secrets", most: maxSecrets, count: countSecrets };

export const secretHandlers: Handlers<typeof contract> = {
  async listSecrets(_input, { db, team, caller }) {
    return (await listVisibleSecrets(db, team.id, caller.userId)).map(toSecret);
  },

  async createSecret({ body: { name, service_slug = null, shared = false, values } }, context) {
    const { db, envelope, team, caller } = context;
    requireSharing(context, shared);
    const user_id = shared ? null : caller.userId;
    await requireRoom(context, kept, user_id, "name");
    const secret = await insertSecret(db, envelope, { team_id: team.id, user_id, name, service_slug, created_by: caller.userId }, values);
    changed(context, secret);
    return toSecret(secret);
  },

  async getSecret({ params }, context) {
    return toSecret(await required(context, params.id));
  },

  async updateSecret({ params, body: { name, service_slug, shared, values, ...changes } }, context) {
    const { db, envelope, caller } = context;
    const secret = await required(context, params.id, "update");
    requireSharing(context, secret.user_id === null || shared === true);
    const user_id = shared === undefined ? secret.user_id : shared ? null : (secret.user_id ?? caller.userId);
    if (user_id !== secret.user_id) await requireRoom(context, kept, user_id, "shared");
    const next = values ?? (changesValues(changes) ? changeValues(readable(context, secret), changes) : undefined);
    const patch: SecretPatch = {
      user_id,
      ...(name !== undefined && { name }),
      ...(service_slug !== undefined && { service_slug }),
      ...(next && sealValues(envelope, secret, next)),
    };
    const updated = await patchSecret(db, secret.id, patch);
    changed(context, secret);
    changed(context, updated);
    return toSecret(updated);
  },

  async deleteSecret({ params }, context) {
    const secret = await required(context, params.id, "update");
    requireSharing(context, secret.user_id === null);
    await detachEverywhere(context.db, "secret", secret.id);
    await forgetSecret(context.db, secret.id);
    changed(context, secret);
    return { success: true };
  },

  async previewSecretDeletion({ params }, context) {
    return losersOf(context.db, "secret", await required(context, params.id));
  },

  async listSecretUses({ params }, context) {
    return usesOf(context.db, "secret", await required(context, params.id));
  },

  async listRevisionSecrets({ params }, context) {
    const build = await requireRevision(context, params);
    return (await listAttachedSecrets(context.db, build.id, context.caller.userId)).map(toSecret);
  },

  async attachRevisionSecret({ params, body }, context) {
    const { db, caller } = context;
    const secret = await required(context, body.credentialId, "share");
    await requireAttaching(context, params, secret);
    if ((await countAttached(db, "secret", params.buildId)) >= maxAttachedSecrets)
      throw invalid(["credentialId"], `A revision takes at most ${maxAttachedSecrets} secrets`);
    if (!(await attach(db, "secret", params.buildId, secret, caller.userId))) throw refuse("already_attached");
    changed(context, secret);
    return { success: true };
  },

  async detachRevisionSecret({ params }, context) {
    const secret = await required(context, params.credentialId, "share");
    await requireAttaching(context, params, secret);
    if (!(await detach(context.db, "secret", params.buildId, secret.id))) throw refuse("not_found");
    changed(context, secret);
    return { success: true };
  },
};

/** A secret of the team that the caller sees. Throws 404. */
async function required(context: Context, id: string, lock?: "update" | "share"): Promise<SecretRecord> {
  return requireVisible(context, await findSecret(context.db, context.team.id, id, lock));
}

function readable({ envelope }: Context, secret: SecretRecord): SecretValues {
  try {
    return openValues(envelope, secret);
  } catch (error) {
    if (error instanceof Unreadable) throw refuse("secret_unreadable");
    throw error;
  }
}

/** A shared one is everybody's. */
function changed(context: Context, { id, user_id }: SecretRecord): void {
  context.changed("secret", id, user_id ?? undefined);
}
