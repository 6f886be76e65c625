import type * as contract from "#contract/connections/connection-tools.ts";
import type { ToolTrial } from "#contract/connections/connection-tools.ts";
import { hasTools, isMailbox } from "#contract/connections/connection-words.ts";
import { findConnection } from "#server/connections/connections/connections.store.ts";
import { requireSharing, requireVisible } from "#server/connections/rights.ts";
import { createRedactor } from "#server/engine/secrets/redactor.ts";
import { noteTool } from "#server/engine/tools/noted-tool.store.ts";
import { ToolError } from "#server/engine/tools/tool.ts";
import { askedFirst, type Bringing, type Handlers } from "#server/platform/http/context.ts";
import { McpFault } from "./faults.ts";
import { listingOf, noListing } from "./mcp.ts";
import { lookingAt, reaching } from "./reach.ts";
import { mcpOf } from "./processes.ts";
import { lookIntoSignavio } from "#server/connections/signavio/signavio-client.ts";

/** As long as a list of tools may take. */
const mailboxMs = 10_000;

export const tryingHandlers: Handlers<typeof contract> = {
  async listConnectionTools({ params }, context) {
    const connection = await required(context, params.connection_id);
    try {
      const remote = mcpOf(context.outbound);
      return await lookingAt(context, connection, async ({ server, hidden }) => {
        if (hasTools(connection)) return createRedactor(hidden).json(listingOf(await remote.listTools(server)));
        // It has no tools. That it lets one in is what can be asked.
        if (isMailbox(server.url)) await remote.readMailbox(server, { folders: [], known: {} }, mailboxMs);
        else await lookIntoSignavio(context.outbound, server);
        return listingOf([]);
      });
    } catch (error) {
      return noListing(error);
    }
  },

  callConnectionTool: askedFirst(
    async ({ params, body }, context) => {
      const connection = await required(context, params.connection_id);
      requireSharing(context, connection.user_id === null);
      if (!hasTools(connection)) return { success: false, content: [], error: "This connection leads to no server with tools." };
      const call = { tool: body.tool, input_schema: {}, arguments: JSON.stringify(body.arguments ?? {}) };
      try {
        return await reaching(context, connection, async ({ server, hidden }): Promise<ToolTrial> => {
          const { failed, content } = await mcpOf(context.outbound).callTool(server, call);
          return { success: !failed, content: createRedactor(hidden).json(content as ToolTrial["content"]) };
        });
      } catch (error) {
        if (!(error instanceof McpFault) && !(error instanceof ToolError)) throw error;
        const maybe = error instanceof McpFault && error.maybeDone;
        return { success: false, content: [], error: error.message, ...(maybe && { maybe_done: true as const }) };
      }
    },
    async ({ params, body }, { db }, trial) => {
      await noteTool(db, params.connection_id, "called_tool", body.tool);
      return trial;
    },
  ),
};

async function required(context: Pick<Bringing, "db" | "team" | "caller">, id: string) {
  return requireVisible(context, await findConnection(context.db, context.team.id, id));
}
