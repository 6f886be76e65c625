import type { ApiKey } from "#contract/teams/api-keys.ts";
import type * as contract from "#contract/teams/api-keys.ts";
import { bucketOfKey } from "#server/platform/http/caller.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { addKey, newKey } from "./add-key.ts";
import { deleteKey, findKey, listKeysOfTeam, listOwnKeys, type NewKey, type StoredKey, succeedKey } from "./api-keys.store.ts";

const dayMs = 86_400_000;

export const apiKeyHandlers: Handlers<typeof contract> = {
  async listApiKeys(_input, context) {
    return { api_keys: await shown(context, await listOwnKeys(context.db, context.caller)) };
  },

  async createApiKey({ body }, context) {
    const teamId = body.team_id ?? null;
    if (teamId === null && context.caller.teamId !== null) throw refuse("forbidden", "A team key can only create keys for that team.");
    return create(context, { ...asked(context, body), teamId });
  },

  async rotateApiKey({ params, body }, context) {
    const { userId, teamId } = context.caller;
    const former = await findKey(context.db, params.id);
    // Whoever has the new key acts as the owner: nobody else may make it, and a key of one team none of another reach.
    if (former?.user_id !== userId || (teamId ?? former.team_id) !== former.team_id) throw refuse("not_found");
    if (former.hint === "") throw refuse("not_rotatable", former.client === null ? keptBySetting : heldByClient);
    const created = await create(context, { ...reachOf(context, former), replaces: former.id });
    if (!(await succeedKey(context.db, former.id, created.api_key.id, body.overlap_hours))) throw refuse("not_rotatable", replaced);
    context.changed("access", "*", former.user_id);
    return created;
  },

  async revokeApiKey({ params, query }, { db, changed }) {
    const key = await findKey(db, params.id);
    if (!key) throw refuse("not_found");
    changed("access", "*", key.user_id);
    return { success: true, revoked: await deleteKey(db, key, query.descendants === "true") };
  },

  async listTeamApiKeys(_input, context) {
    return { api_keys: await shown(context, await listKeysOfTeam(context.db, context.team.id)) };
  },

  createTeamApiKey({ body }, context) {
    return create(context, { ...asked(context, body), teamId: context.team.id });
  },
};

const keptBySetting = "A setting of the installation keeps this key. Change it there.";
const heldByClient = "An AI client holds this key, and renews what it has by itself.";
const replaced = "This key was already replaced. Rotate the one that replaced it.";

type Made = Omit<NewKey, "caller">;

interface Asked {
  readonly name: string;
  readonly reads_only?: boolean | undefined;
  readonly expires_in_days?: number | null | undefined;
}

function asked({ clock }: Context, { name, reads_only = false, expires_in_days }: Asked): Omit<Made, "teamId"> {
  return { name, readsOnly: reads_only, expiresAt: expires_in_days ? after(clock(), expires_in_days * dayMs) : null };
}

/** What the successor of a key is made with: it lasts as long as that one was to last. */
function reachOf({ clock }: Context, { name, team_id, reads_only, created_at, expires_at }: StoredKey): Made {
  const expiresAt = expires_at === null ? null : after(clock(), Date.parse(expires_at) - Date.parse(created_at));
  return { name, teamId: team_id, readsOnly: reads_only, expiresAt };
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

async function create(context: Context, made: Made): Promise<{ api_key: ApiKey; key: string }> {
  const key = newKey();
  const [api_key] = await shown(context, [await addKey(context, key, made)]);
  if (!api_key) throw new Error("The key was not stored");
  return { api_key, key };
}

/** Keys with what each of them may still send. */
async function shown({ quota }: Context, keys: readonly StoredKey[]): Promise<ApiKey[]> {
  const left = await quota.left(keys.map(bucketOfKey));
  return keys.flatMap((key, place) => (left[place] ? [{ ...key, quota: left[place] }] : []));
}
