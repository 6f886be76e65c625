import { sql } from "drizzle-orm";
import type * as contract from "#contract/agents/slots.ts";
import { maxSlots, type Slot } from "#contract/agents/slots.ts";
import { keepingAgreements } from "#server/connections/agreements/agreements.store.ts";
import { builtInIntegrations, customType } from "#server/connections/integrations/catalogue.ts";
import { findCustomIntegration } from "#server/connections/integrations/custom-integrations.store.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { lockAgent } from "#server/agents/agents/agents.store.ts";
import { noteChange } from "#server/agents/revisions/revisions.store.ts";
import { requireChange } from "#server/agents/agents/rights.ts";
import {
  type Attachable,
  countSlotQueues,
  findSlot,
  hasQueues,
  insertSlots,
  isRevisionOf,
  listSlotQueues,
  listSlots,
  lockQueuesOf,
  type NamedSlot,
  removeSlot,
  replaceSlotQueues,
  takesConnections,
} from "./slots.store.ts";

interface RevisionParams {
  readonly agent_id: string;
  readonly build_id: string;
}
type SlotParams = RevisionParams & { readonly integration_id: string };

export const slotHandlers: Handlers<typeof contract> = {
  async listRevisionIntegrations({ params }, context) {
    await requireRevision(context, params);
    return { integrations: (await listSlots(context.db, params.build_id)).map(toSlot) };
  },

  async attachRevisionIntegrations({ params, body }, context) {
    await requireEditable(context, params);
    const chosen = new Map<string, Attachable>();
    for (const [i, id] of body.integration_ids.entries()) chosen.set(id, await attachable(context, id, i));
    const count = await changing(context, params.build_id, () => insertSlots(context.db, params.build_id, [...chosen.values()]));
    if (count > 0 && (await listSlots(context.db, params.build_id)).length > maxSlots)
      throw invalid(["integration_ids"], `A revision has at most ${maxSlots} slots`);
    return { success: true, count };
  },

  async removeRevisionIntegration({ params }, context) {
    await requireEditable(context, params);
    const slot = await requireSlot(context, params);
    await changing(context, params.build_id, () => removeSlot(context.db, slot.id));
    return { success: true };
  },

  async listRevisionIntegrationQueues({ params }, context) {
    await requireRevision(context, params);
    return { queues: await listSlotQueues(context.db, (await requireSlot(context, params)).id) };
  },

  async replaceRevisionIntegrationQueues({ params, body }, context) {
    const { db, team } = context;
    await requireEditable(context, params);
    const slot = await requireSlot(context, params);
    if (takesConnections(slot)) throw refuse("wrong_slot", "This slot takes connections. Pin a connection instead.");
    const known = await lockQueuesOf(db, team.id, body.queue_ids);
    const unknown = body.queue_ids.findIndex((id) => !known.has(id));
    if (unknown >= 0) throw invalid(["queue_ids", unknown], "This queue does not exist in this team");
    await changing(context, params.build_id, () => replaceSlotQueues(db, slot.id, known));
    return { queues: await listSlotQueues(db, slot.id) };
  },

  async getRevisionCaseQueueSetup({ params }, context) {
    const { db, team } = context;
    await requireRevision(context, params);
    return { configs: await countSlotQueues(db, params.build_id), has_available_queues: await hasQueues(db, team.id) };
  },
};

function toSlot({ id, integration_id, custom_integration_id, integration_type, name: integration_name, created_at }: NamedSlot): Slot {
  return { id, integration_id, custom_integration_id, integration_type, integration_name, created_at };
}

/** Of the catalog, or of the team's own, which nobody deletes meanwhile. Throws 400. */
async function attachable({ db, team }: Context, id: string, i: number): Promise<Attachable> {
  const builtIn = builtInIntegrations.find((each) => each.id === id);
  if (builtIn) return { integration_id: id, custom_integration_id: null, integration_type: builtIn.type };
  if (!(await findCustomIntegration(db, team.id, id, "share")))
    throw invalid(["integration_ids", i], "This integration does not exist in this team");
  return { integration_id: null, custom_integration_id: id, integration_type: customType };
}

async function requireRevision({ db }: Context, { agent_id, build_id }: RevisionParams): Promise<void> {
  if (!(await isRevisionOf(db, agent_id, build_id))) throw refuse("not_found");
}

/** Holds the agent, so that two changes of one revision wait for each other. */
async function requireEditable(context: Context, params: RevisionParams): Promise<void> {
  requireChange(context, await lockAgent(context.db, params.agent_id));
  await requireRevision(context, params);
}

async function requireSlot({ db }: Context, { build_id, integration_id }: SlotParams): Promise<NamedSlot> {
  const slot = await findSlot(db, build_id, integration_id);
  if (!slot) throw refuse("not_found");
  return slot;
}

/** A change of what cases the runs of a revision work on, and of what they connect to, is one of the revision. */
async function changing<T>({ db, caller }: Context, buildId: string, change: () => Promise<T>): Promise<T> {
  const changed = await keepingAgreements(
    db,
    caller.userId,
    { of: sql`r.id = ${buildId}`, parts: ["queues", "connections", "tools"] },
    change,
  );
  await noteChange(db, buildId, caller.userId);
  return changed;
}
