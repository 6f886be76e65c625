import { clarityEvents } from "#contract/clarity/events.ts";
import type * as contract from "#contract/clarity/processes.ts";
import { maxTeamProcesses } from "#contract/clarity/processes.ts";
import { deletesProcess, restrictsProcess } from "#contract/clarity/rights.ts";
import { record } from "#server/platform/events/record.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { lockTeam } from "#server/teams/members/members.store.ts";
import { copyContents, listCaptures, listVersions } from "./contents.store.ts";
import { countProcesses, insertProcess, listProcesses, patchProcess, removeProcess, toProcess } from "./processes.store.ts";
import { lockedProcess, requireIdle, requireProcess } from "./require-process.ts";

const withoutName = "Untitled process";

export const clarityProcessHandlers: Handlers<typeof contract> = {
  async listClarityProcesses({ params, query }, context) {
    const found = await listProcesses(context.db, { ...query, teamId: params.teamId, who: whoOf(context) });
    return { ...found, limit: query.limit, offset: query.offset };
  },

  async createClarityProcess({ params: { teamId }, body: { name = withoutName, version = 2, analysis = null } }, context) {
    await requireRoom(context, teamId);
    const analyzed = version === 1 && analysis !== null;
    const process = await insertProcess(context.db, {
      team_id: teamId,
      user_id: context.caller.userId,
      name,
      version,
      analysis: version === 1 ? analysis : null,
      status: analyzed ? "review" : "draft",
    });
    context.changed("clarity_process", process.id);
    return { process: toProcess(process) };
  },

  async getClarityProcess({ params: { process_id }, query }, context) {
    const process = await requireProcess(context, process_id);
    // Version 1 has a reading of its own.
    if (process.version !== 2) throw refuse("not_found");
    const { current, proposals } = await listVersions(context.db, process.id);
    return {
      process: toProcess(process),
      current_process_versions: current,
      transformation_proposal_versions: proposals,
      captures: await listCaptures(context.db, process.id, query.captures),
    };
  },

  async updateClarityProcess({ params, body: { name, visibility, custom_prompt } }, context) {
    const process = await lockedProcess(context, params.process_id);
    const restricts = visibility !== undefined && visibility !== process.visibility;
    if (restricts && !restrictsProcess(process, whoOf(context))) throw refuse("forbidden");
    const patch = {
      ...(name !== undefined && { name }),
      ...(visibility !== undefined && { visibility }),
      ...(custom_prompt !== undefined && { custom_prompt: custom_prompt === "" ? null : custom_prompt }),
    };
    return { process: toProcess(await patchProcess(context.db, process.id, patch)) };
  },

  async deleteClarityProcess({ params }, context) {
    const process = await lockedProcess(context, params.process_id, deletesProcess);
    requireIdle(process);
    await removeProcess(context.db, process.id);
    return { success: true as const };
  },

  async duplicateClarityProcess({ params }, context) {
    const { db, caller, team } = context;
    await requireRoom(context, team.id);
    const process = await lockedProcess(context, params.process_id);
    requireIdle(process);
    const { name, status, visibility, version, analysis, custom_prompt } = process;
    const copy = await insertProcess(db, {
      team_id: process.team_id,
      user_id: caller.userId,
      // A copy of the longest name has to fit too.
      name: `${name.slice(0, 193).replace(/[\ud800-\udbff]$/, "")} (copy)`,
      status,
      visibility,
      version,
      analysis,
      custom_prompt,
    });
    await copyContents(db, process.id, copy.id);
    await record(db, clarityEvents, {
      type: "clarity_process.created",
      team: team.id,
      actor: { kind: "user", id: caller.userId },
      subject: copy.id,
      data: {},
    });
    context.changed("clarity_process", copy.id);
    return { process: toProcess(copy) };
  },
};

async function requireRoom({ db }: Context, teamId: string): Promise<void> {
  await lockTeam(db, teamId);
  if ((await countProcesses(db, teamId)) >= maxTeamProcesses)
    throw refuse(
      "too_many",
      `The team has ${maxTeamProcesses.toLocaleString("en")} processes, as many as there may be. Delete some first.`,
    );
}
