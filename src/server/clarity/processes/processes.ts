import type { Reply } from "#contract/endpoint.ts";
import type { getClarityProcess } from "#contract/clarity/processes.ts";
import type * as contract from "#contract/clarity/processes.ts";
import { deletesProcess, restrictsProcess } from "#contract/clarity/rights.ts";
import { findPlaceOf, liftChildren } from "#server/clarity/landscape/places.store.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { onlyContributes } from "#contract/roles.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { unaskOthers } from "#server/clarity/extra-captures/ask.ts";
import { withRequests } from "#server/clarity/extra-captures/asked-in.ts";
import { copyContents, listCaptures, listVersions } from "./contents.store.ts";
import { insertProcess, listProcesses, patchProcess, progressOf, removeProcess, toProcess } from "./processes.store.ts";
import { lockedProcess, requireIdle, requireProcess, requireRoom } from "./require-process.ts";
import { recordProcess } from "./record-process.ts";

const withoutName = "Untitled process";

export const clarityProcessHandlers: Handlers<typeof contract> = {
  async listClarityProcesses({ params, query }, context) {
    const found = await listProcesses(context.db, { ...query, teamId: params.teamId, who: whoOf(context) });
    return { ...found, limit: query.limit, offset: query.offset };
  },

  async createClarityProcess({ params: { teamId }, body: { name = withoutName, version = 2, analysis = null } }, context) {
    await requireRoom(context.db, teamId);
    const process = await insertProcess(context.db, {
      team_id: teamId,
      user_id: context.caller.userId,
      name,
      version,
      analysis,
      status: analysis === null ? "draft" : "review",
    });
    context.changed("clarity_process", process.id);
    return { process: toProcess(process) };
  },

  async getClarityProcess({ params: { process_id }, query }, context) {
    const process = await requireProcess(context, process_id);
    // Version 1 has a reading of its own.
    if (process.version !== 2) throw refuse("not_found");
    const { current, proposals } = await listVersions(context.db, process.id);
    const found = {
      process: toProcess(process),
      current_process_versions: current,
      transformation_proposal_versions: await withRequests(context.db, process.id, proposals),
      captures: await listCaptures(context.db, process.id, query.captures),
      ...(await progressOf(context.db, process.id)),
    };
    return onlyContributes(context.team.role) ? contributed(found, context.caller.userId) : found;
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
    const patched = await patchProcess(context.db, process.id, patch);
    if (restricts) await unaskOthers(context, patched);
    return { process: toProcess(patched) };
  },

  async deleteClarityProcess({ params }, context) {
    const process = await lockedProcess(context, params.process_id, deletesProcess);
    requireIdle(process);
    const place = await findPlaceOf(context.db, process.id);
    if (place) await liftChildren(context.db, place);
    await removeProcess(context.db, process.id);
    return { success: true as const };
  },

  async duplicateClarityProcess({ params }, context) {
    const { db, caller, team } = context;
    await requireRoom(context.db, team.id);
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
    const settled = await copyContents(db, process.id, copy.id);
    await recordProcess(context, copy, "clarity_process.created");
    context.changed("clarity_process", copy.id);
    // Version 1 has its analysis instead of versions, and that is copied.
    return { process: toProcess(version === 1 ? copy : await patchProcess(db, copy.id, { status: settled })) };
  },
};

type Shown = Reply<typeof getClarityProcess>;

/** What somebody sees who only contributes: what is live, what they are asked, and what they said. */
function contributed(found: Shown, userId: string): Shown {
  return {
    ...found,
    process: { ...found.process, custom_prompt: null },
    current_process_versions: found.current_process_versions.filter(({ status }) => status === "live"),
    transformation_proposal_versions: found.transformation_proposal_versions.flatMap((proposal) => {
      const own = proposal.extra_capture_requests?.filter(({ requested_user_id: asked }) => asked === userId) ?? [];
      return own.length > 0 ? [{ ...proposal, extra_capture_requests: own }] : [];
    }),
    captures: found.captures.filter((capture) => capture.userId === userId),
  };
}
