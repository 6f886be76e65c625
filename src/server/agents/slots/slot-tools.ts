import { sql } from "drizzle-orm";
import type * as contract from "#contract/connections/slot-tools.ts";
import type { SlotTool } from "#contract/connections/slot-tools.ts";
import { lockAgent } from "#server/agents/agents/agents.store.ts";
import { requireChange } from "#server/agents/agents/rights.ts";
import { noteChange } from "#server/agents/revisions/revisions.store.ts";
import { keepingAgreements } from "#server/connections/agreements/agreements.store.ts";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import { McpFault } from "#server/connections/mcp/faults.ts";
import { shownLine } from "#server/connections/mcp/foreign-text.ts";
import { lookAtTools } from "#server/connections/mcp/look-at-tools.ts";
import { brokenWords } from "#server/connections/mcp/reach.ts";
import { ToolError } from "#server/engine/tools/tool.ts";
import { askedFirst, type Bringing, type Context, type Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { choosePolicies, listPinned, listTools } from "./slot-tools.store.ts";
import { findSlot, isRevisionOf, type NamedSlot, takesConnections } from "./slots.store.ts";

interface SlotParams {
  readonly agent_id: string;
  readonly build_id: string;
  readonly integration_id: string;
}

export const slotToolHandlers: Handlers<typeof contract> = {
  async listSlotTools({ params }, { db, caller }) {
    return { tools: shown(await listTools(db, (await requireSlot(db, params)).id, caller.userId)) };
  },

  refreshSlotTools: askedFirst(
    async ({ params }, context) => {
      const slot = await requireConnecting(context.db, params);
      const pinned = await listPinned(context.db, slot.id, context.caller.userId);
      return (await Promise.all(pinned.map((connection) => look(context, connection)))).flat();
    },
    async ({ params }, { db, caller, ...context }, problems) => {
      const slot = await requireSlot(db, params);
      context.changed("revision_slot", params.build_id);
      return { tools: shown(await listTools(db, slot.id, caller.userId)), problems };
    },
  ),

  async setSlotTools({ params, body }, context) {
    const { db, caller } = context;
    requireChange(context, await lockAgent(db, params.agent_id));
    const slot = await requireConnecting(db, params);
    const known = await listTools(db, slot.id, caller.userId);
    const choices = body.tools.map(({ server_url, digest, policy }) => {
      const seen = known.find((tool) => tool.server_url === server_url && tool.digest === digest);
      if (!seen) throw refuse("tool_changed");
      return { server_url, name: seen.name, digest, policy };
    });
    const last = [...new Map(choices.map((one) => [`${one.server_url} ${one.name}`, one])).values()];
    const build = { of: sql`r.id = ${params.build_id}`, parts: ["tools"] } as const;
    await keepingAgreements(db, caller.userId, build, () => choosePolicies(db, slot.id, last));
    await noteChange(db, params.build_id, caller.userId);
    return { tools: shown(await listTools(db, slot.id, caller.userId)) };
  },
};

/** As people read names: two that look alike are told apart by their digests. */
function shown(tools: readonly SlotTool[]): SlotTool[] {
  return tools.map((tool) => ({ ...tool, name: shownLine(tool.name, 128) }));
}

async function look(context: Bringing, connection: ConnectionRecord) {
  const of = { connection_id: connection.id, name: connection.name };
  if (connection.broken_at !== null) return [{ ...of, message: brokenWords(connection) }];
  try {
    await lookAtTools(context, connection);
    return [];
  } catch (error) {
    if (!(error instanceof McpFault) && !(error instanceof ToolError)) throw error;
    return [{ ...of, message: error.message }];
  }
}

async function requireSlot(db: Context["db"], { agent_id, build_id, integration_id }: SlotParams): Promise<NamedSlot> {
  const slot = (await isRevisionOf(db, agent_id, build_id)) ? await findSlot(db, build_id, integration_id) : undefined;
  if (!slot) throw refuse("not_found");
  return slot;
}

async function requireConnecting(db: Context["db"], params: SlotParams): Promise<NamedSlot> {
  const slot = await requireSlot(db, params);
  if (!takesConnections(slot)) throw refuse("wrong_slot", "This slot takes queues, which have no tools to choose.");
  return slot;
}
