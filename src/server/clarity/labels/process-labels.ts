import { defaultHue } from "#contract/clarity/labels.ts";
import type * as contract from "#contract/clarity/process-labels.ts";
import { maxProcessLabels } from "#contract/clarity/process-labels.ts";
import { tellLandscape } from "#server/clarity/landscape/in-landscape.ts";
import { reachOf } from "#server/clarity/landscape/reach.ts";
import { lockedProcess, requireProcess } from "#server/clarity/processes/require-process.ts";
import { recordProcess } from "#server/clarity/processes/record-process.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { holdLabels, requireRoomForLabels } from "./labels.ts";
import { insertLabel, knownLabels, labelNamed, labelsOf, listLabels, organizationOfTeam, putOn, takeOff } from "./labels.store.ts";

export const clarityProcessLabelHandlers: Handlers<typeof contract> = {
  async listClarityProcessAssignedLabels({ params }, context) {
    const process = await requireProcess(context, params.id);
    return { labels: await labelsOf(context.db, process.id) };
  },

  async assignClarityProcessLabels({ params, body: { labelIds = [], labels = [] } }, context) {
    const { db } = context;
    const process = await lockedProcess(context, params.id);
    const organizationId = await organizationOfTeam(db, process.team_id);
    await holdLabels(context, organizationId);
    await requireKnown(context, organizationId, labelIds);
    const made: string[] = [];
    for (const { value, colorHue = defaultHue } of labels) {
      const known = await labelNamed(db, organizationId, value);
      if (!known) await requireRoomForLabels(context, organizationId, 1);
      made.push((known ?? (await insertLabel(db, organizationId, { value, colorHue }))).id);
    }
    await putOn(db, process.id, [...labelIds, ...made]);
    const assigned = await labelsOf(db, process.id);
    if (assigned.length > maxProcessLabels) throw refuse("too_many", `A process has at most ${maxProcessLabels} labels.`);
    await tellOfLabels(context, organizationId, process);
    return { labels: assigned };
  },

  async unlinkClarityProcessLabels({ params, body: { labelIds } }, context) {
    const process = await lockedProcess(context, params.id);
    const organizationId = await organizationOfTeam(context.db, process.team_id);
    await requireKnown(context, organizationId, labelIds);
    await takeOff(context.db, process.id, labelIds);
    await tellOfLabels(context, organizationId, process);
    return { labels: await labelsOf(context.db, process.id) };
  },

  async listAvailableClarityProcessLabels({ params, query }, context) {
    const process = await requireProcess(context, params.id);
    const reach = await reachOf(context, await organizationOfTeam(context.db, process.team_id));
    return listLabels(context.db, reach, { ...query, without: process.id });
  },
};

async function requireKnown({ db }: Context, organizationId: string, ids: readonly string[]): Promise<void> {
  const known = await knownLabels(db, organizationId, ids);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) throw refuse("not_found", `There is no label with the id ${unknown}. Nothing was changed.`);
}

async function tellOfLabels(context: Context, organizationId: string, process: { readonly id: string; readonly team_id: string }) {
  await recordProcess(context, process, "clarity_process.labeled");
  await tellLandscape(context, organizationId, { teamId: process.team_id, topics: ["clarity_label"] });
}
