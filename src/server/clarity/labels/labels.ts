import type * as contract from "#contract/clarity/labels.ts";
import { seesLandscape } from "#contract/clarity/rights.ts";
import { defaultHue, maxLabels } from "#contract/clarity/labels.ts";
import { tellLandscape } from "#server/clarity/landscape/in-landscape.ts";
import { reachOf, requireInAny } from "#server/clarity/landscape/reach.ts";
import { lock, locks } from "#server/platform/db/locks.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { countLabels, findLabel, insertLabel, labelNamed, listLabels, patchLabel, removeLabel } from "./labels.store.ts";

const topics = ["clarity_label"] as const;

export const clarityLabelHandlers: Handlers<typeof contract> = {
  async listClarityProcessLabels({ params, query }, context) {
    const reach = await reachOf(context, params.orgId);
    if (!seesLandscape(reach)) return { data: [], total: 0, limit: query.limit, offset: query.offset };
    return listLabels(context.db, reach, query);
  },

  async createClarityProcessLabel({ params: { orgId }, body: { value, colorHue = defaultHue } }, context) {
    requireInAny(await reachOf(context, orgId), "team:builder");
    await holdLabels(context, orgId);
    if (await labelNamed(context.db, orgId, value)) throw refuse("name_taken");
    await requireRoomForLabels(context, orgId, 1);
    const label = await insertLabel(context.db, orgId, { value, colorHue });
    await tellLandscape(context, orgId, { topics });
    return { label };
  },

  async updateClarityProcessLabel({ params: { orgId, labelId }, body }, context) {
    const label = { ...(await heldLabel(context, orgId, labelId)), ...body };
    const equal = await labelNamed(context.db, orgId, label.value);
    if (equal && equal.id !== labelId) throw refuse("name_taken");
    await patchLabel(context.db, label);
    await tellLandscape(context, orgId, { topics });
    return { label };
  },

  async deleteClarityProcessLabel({ params: { orgId, labelId } }, context) {
    await heldLabel(context, orgId, labelId);
    await removeLabel(context.db, labelId);
    await tellLandscape(context, orgId, { topics });
    return { success: true as const };
  },
};

/** Whoever makes or renames labels of an organization waits for the others. */
export async function holdLabels({ db }: Pick<Context, "db">, organizationId: string): Promise<void> {
  await lock(db, locks.clarityLandscape(organizationId));
}

export async function requireRoomForLabels({ db }: Pick<Context, "db">, organizationId: string, more: number): Promise<void> {
  if ((await countLabels(db, organizationId)) + more > maxLabels)
    throw refuse("too_many", `The organization has room for ${maxLabels} process labels. Delete some first.`);
}

async function heldLabel(context: Context, organizationId: string, id: string) {
  requireInAny(await reachOf(context, organizationId), "team:manager");
  await holdLabels(context, organizationId);
  const label = await findLabel(context.db, organizationId, id);
  if (!label) throw refuse("not_found");
  return label;
}
