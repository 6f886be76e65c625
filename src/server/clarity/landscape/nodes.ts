import { moveCaptures } from "#server/clarity/processes/contents.store.ts";
import type * as contract from "#contract/clarity/nodes.ts";
import { findProcess, insertProcess, lockProcess, patchProcess, removeProcess } from "#server/clarity/processes/processes.store.ts";
import { requireIdle, requireRoom } from "#server/clarity/processes/require-process.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { type Held, holdLandscape, managedPlace, requireFits, seenPlace, tellLandscape } from "./in-landscape.ts";
import { confirmPlace, findPlace, insertPlace, isPlaced, movePlace, type Place, removePlaces } from "./places.store.ts";
import { requireAdministrator, requireInAny, requireManagerOf, seesPlace } from "./reach.ts";
import { declineOf, deletionOf, type Removal } from "./removal.ts";
import { insideOf, toNode } from "./tree.ts";

const both = ["clarity_landscape", "clarity_process"] as const;

export const clarityNodeHandlers: Handlers<typeof contract> = {
  async createClarityLandscapeNode({ params: { orgId }, body }, context) {
    const { name, parentId = null, ownerLabel = null, description = null, creationMode = "active" } = body;
    const held = await holdLandscape(context, orgId);
    if (creationMode === "active") requireAdministrator(held.reach);
    else requireInAny(held.reach, "team:member");
    const equal = creationMode === "proposal" ? areaNamed(held, name, parentId) : undefined;
    if (equal) {
      context.unchanged();
      return toNode(equal);
    }
    requireFits(held, parentId);
    const id = await insertPlace(context.db, {
      organization_id: orgId,
      parent_id: parentId,
      kind: "area",
      name,
      description: orNull(description),
      owner_label: orNull(ownerLabel),
      existence: creationMode === "active" ? "active" : "proposed",
      source: "human",
    });
    await tellLandscape(context, orgId);
    return shown(context, orgId, id);
  },

  async proposeClarityLandscapeProcess({ params: { orgId }, body: { name, description = null, parentId = null, teamId = null } }, context) {
    const { db, caller } = context;
    const held = await holdLandscape(context, orgId);
    if (teamId === null) requireInAny(held.reach, "team:member");
    else requireManagerOf(held.reach, teamId);
    requireFits(held, parentId);
    if (teamId !== null) await requireRoom(db, teamId);
    const process = teamId === null ? undefined : await insertProcess(db, { team_id: teamId, user_id: caller.userId, name });
    const id = await insertPlace(db, {
      organization_id: orgId,
      parent_id: parentId,
      kind: "process",
      process_id: process?.id ?? null,
      name,
      description: orNull(description),
      existence: process ? "active" : "proposed",
      source: "human",
    });
    await tellLandscape(context, orgId, { teamId: teamId ?? undefined, topics: process ? both : ["clarity_landscape"] });
    return shown(context, orgId, id);
  },

  async createClarityProcessNode({ params: { orgId }, body: { processId, parentId } }, context) {
    const { db } = context;
    const held = await holdLandscape(context, orgId);
    const process = await findProcess(db, processId);
    if (!process || !seesPlace(held.reach, { process })) throw refuse("not_found");
    requireManagerOf(held.reach, process.team_id);
    if (await isPlaced(db, processId)) throw refuse("already_placed");
    requireFits(held, parentId);
    const id = await insertPlace(db, {
      organization_id: orgId,
      parent_id: parentId,
      kind: "process",
      process_id: processId,
      name: process.name,
      existence: "active",
      source: "human",
    });
    await tellLandscape(context, orgId, { teamId: process.team_id });
    return shown(context, orgId, id);
  },

  async updateClarityLandscapeNode({ params: { orgId, nodeId }, body: { name, ownerLabel } }, context) {
    const { db } = context;
    const held = await holdLandscape(context, orgId);
    const place = managedPlace(held, nodeId);
    if (place.process && name !== undefined) await patchProcess(db, place.process.id, { name });
    const patch = { ...(name !== undefined && { name }), ...(ownerLabel !== undefined && { owner_label: orNull(ownerLabel) }) };
    const accepts = place.kind === "area" && place.existence === "proposed" && held.reach.administers;
    await confirmPlace(db, place.id, { ...patch, ...(accepts && { existence: "active" }) }, accepts);
    await tellLandscape(context, orgId, { teamId: place.process?.team_id, topics: both });
    return shown(context, orgId, nodeId);
  },

  async setClarityLandscapeNodePlacement({ params: { orgId, nodeId }, body: { parentId } }, context) {
    const held = await holdLandscape(context, orgId);
    const place = managedPlace(held, nodeId);
    if (parentId !== null) seenPlace(held, parentId);
    if (insideOf(held.places, nodeId).some(({ id }) => id === parentId)) throw refuse("would_circle");
    requireFits(held, parentId, place);
    await movePlace(context.db, place, parentId);
    await tellLandscape(context, orgId, { teamId: place.process?.team_id });
    return shown(context, orgId, nodeId);
  },

  async assignClarityLandscapeNodeTeam({ params: { orgId, nodeId }, body: { teamId, intent } }, context) {
    const { db, caller } = context;
    const held = await holdLandscape(context, orgId);
    const place = managedPlace(held, nodeId);
    requireManagerOf(held.reach, teamId);
    if (place.kind === "area") throw invalid(["teamId"], "An area belongs to no team");
    if (place.process && intent === "accept-proposal") throw refuse("already_active");
    if (place.process) await moveProcess(db, place.process.id, teamId);
    else {
      await requireRoom(db, teamId);
      const process = await insertProcess(db, { team_id: teamId, user_id: caller.userId, name: place.name });
      await confirmPlace(db, nodeId, { process_id: process.id, existence: "active" }, true);
    }
    await tellLandscape(context, orgId, { teamId, topics: both });
    return shown(context, orgId, nodeId);
  },

  async declineClarityLandscapeNode({ params: { orgId, nodeId } }, context) {
    const held = await holdLandscape(context, orgId);
    const place = managedPlace(held, nodeId);
    if (place.existence === "active") throw refuse("already_active");
    return removed(context, place, declineOf(held.places, place));
  },

  async deleteClarityLandscapeNode({ params: { orgId, nodeId } }, context) {
    const { db } = context;
    const held = await holdLandscape(context, orgId);
    const place = managedPlace(held, nodeId);
    // What is inside may be of other teams.
    if (insideOf(held.places, nodeId).length > 1) requireAdministrator(held.reach);
    const removal = deletionOf(held.places, place);
    const process = place.process && (await lockProcess(db, place.process.id));
    if (process) requireIdle(process);
    const reply = await removed(context, place, removal);
    if (process) {
      await removeProcess(db, process.id);
      await tellLandscape(context, orgId, { teamId: process.team_id, topics: ["clarity_process", "clarity_label"] });
    }
    return reply;
  },
};

const orNull = (text: string | null) => (text === "" ? null : text);

async function shown({ db }: Context, organizationId: string, id: string) {
  const place = await findPlace(db, organizationId, id);
  if (!place) throw new Error("a place that was just written is not there");
  return toNode(place);
}

function areaNamed({ places }: Held, name: string, parentId: string | null): Place | undefined {
  const wanted = name.toLocaleLowerCase("en");
  return places.find((one) => one.kind === "area" && one.parent_id === parentId && one.name.toLocaleLowerCase("en") === wanted);
}

async function moveProcess(db: Context["db"], id: string, teamId: string): Promise<void> {
  const process = await lockProcess(db, id);
  if (!process) throw refuse("not_found");
  if (process.team_id === teamId) return;
  requireIdle(process);
  await requireRoom(db, teamId);
  await patchProcess(db, id, { team_id: teamId });
  await moveCaptures(db, id, teamId);
}

/** Takes places away as they were worked out, and tells of it. */
async function removed(context: Context, place: Place, { deleted, detached, kept }: Removal) {
  for (const id of kept) await movePlace(context.db, { ...place, id }, place.parent_id);
  await removePlaces(context.db, [...deleted, ...detached]);
  await tellLandscape(context, place.organization_id, { teamId: place.process?.team_id });
  return { deletedCount: deleted.length, detachedCount: detached.length };
}
