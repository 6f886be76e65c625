import type * as contract from "#contract/connections/slot-pins.ts";
import { maxPins } from "#contract/connections/slot-pins.ts";
import { lockAgent } from "#server/agents/agents/agents.store.ts";
import { agreeByAttaching } from "#server/connections/agreements/agreements.store.ts";
import { findUsable, listVisibleConnections } from "#server/connections/connections/connections.store.ts";
import { requireVisible } from "#server/connections/rights.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { insertPin, listPins, listSlotPeople, removePin } from "./slot-pins.store.ts";
import { findSlot, isRevisionOf, listSlots, type NamedSlot, takesConnections } from "./slots.store.ts";

interface SlotParams {
  readonly agent_id: string;
  readonly build_id: string;
  readonly integration_id: string;
}
/** Of what fits a slot, as many are offered. */
const maxOffered = 100;

export const slotPinHandlers: Handlers<typeof contract> = {
  async listRevisionIntegrationConnections({ params }, context) {
    const slot = await requireSlot(context, params);
    return { connections: await listPins(context.db, slot.id, context.caller.userId) };
  },

  async pinRevisionIntegrationConnection({ params, body }, context) {
    const { db, caller, team } = context;
    await lockAgent(db, params.agent_id);
    const slot = await requireSlot(context, params);
    if (!takesConnections(slot)) throw refuse("wrong_slot", "This slot takes queues. Link a queue instead.");
    const connection = requireVisible(context, await findUsable(db, team.id, body.connection_id));
    if (!fits(connection, slot)) throw refuse("wrong_slot", `“${connection.name}” is not a connection to ${slot.name}.`);
    if ((await listPins(db, slot.id, caller.userId)).length >= maxPins)
      throw invalid(["connection_id"], `A person pins at most ${maxPins} connections to a slot`);
    if (!(await insertPin(db, slot.id, caller.userId, connection.id))) throw refuse("already_attached");
    if (connection.user_id !== null) await agreeByAttaching(db, params.build_id, caller.userId);
    changed(context, params, connection);
    return { success: true };
  },

  async unpinRevisionIntegrationConnection({ params }, context) {
    const { db, caller, team } = context;
    const slot = await requireSlot(context, params);
    const connection = requireVisible(context, await findUsable(db, team.id, params.connection_id));
    if (!(await removePin(db, slot.id, caller.userId, connection.id))) throw refuse("not_found");
    changed(context, params, connection);
    return { success: true };
  },

  async listRevisionConnections({ params }, context) {
    const { db, team, caller } = context;
    if (!(await isRevisionOf(db, params.agent_id, params.build_id))) throw refuse("not_found");
    const slots = (await listSlots(db, params.build_id)).filter(takesConnections);
    const people = new Map((await listSlotPeople(db, params.build_id, caller.userId)).map((of) => [of.slot_id, of]));
    const states = [];
    for (const slot of slots) {
      const { integrations } = await listVisibleConnections(db, {
        teamId: team.id,
        userId: caller.userId,
        type: slot.integration_type,
        ...(slot.custom_integration_id !== null && { customIntegrationId: slot.custom_integration_id }),
        limit: maxOffered,
        offset: 0,
      });
      const pins = (await listPins(db, slot.id, caller.userId)).map(({ connection_id }) => connection_id);
      const of = people.get(slot.id);
      states.push({
        slot_id: slot.id,
        pinned: integrations.filter(({ id }) => pins.includes(id)),
        available: integrations.filter(({ id }) => !pins.includes(id)),
        people: of?.people ?? 0,
        missing: [...(of?.missing ?? [])],
      });
    }
    return { slots: states };
  },
};

/** A slot of the revision that the address names. Throws 404. */
async function requireSlot({ db }: Context, { agent_id, build_id, integration_id }: SlotParams): Promise<NamedSlot> {
  const slot = (await isRevisionOf(db, agent_id, build_id)) ? await findSlot(db, build_id, integration_id) : undefined;
  if (!slot) throw refuse("not_found");
  return slot;
}

/** A slot for an integration of the team takes connections to that one, a slot of the catalog those of its type. */
function fits({ type, custom_integration_id }: { type: string; custom_integration_id: string | null }, slot: NamedSlot): boolean {
  return slot.custom_integration_id === null ? type === slot.integration_type : custom_integration_id === slot.custom_integration_id;
}

/** A pin is its person's, and what they see of the connection says where it is used. */
function changed(context: Context, { build_id }: SlotParams, { id, user_id }: { id: string; user_id: string | null }): void {
  context.changed("revision_slot", build_id);
  context.changed("connection", id, user_id ?? undefined);
}
