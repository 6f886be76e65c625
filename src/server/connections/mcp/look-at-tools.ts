import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import { createRedactor } from "#server/engine/secrets/redactor.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { keepTools } from "./connection-tools.store.ts";
import type { ListedTool } from "./listing.ts";
import { lookingAt } from "./reach.ts";
import { mcpOf } from "./processes.ts";

type Looking = Pick<EngineServices, "config" | "store" | "clock" | "envelope" | "outbound" | "live" | "log">;

/** The tools that a connection's server has now, which is kept. What it was sent as a secret is masked. Throws an McpFault or a ToolError. */
export async function lookAtTools(services: Looking, connection: ConnectionRecord): Promise<ListedTool[]> {
  const listed = await lookingAt(services, connection, async ({ server, hidden }) => {
    const redactor = createRedactor(hidden);
    return (await mcpOf(services.outbound).listTools(server)).map((tool) => {
      const { shown_name, description, input_schema } = tool;
      return { ...tool, ...redactor.json({ shown_name, description, input_schema }) };
    });
  });
  await keepTools(services, connection, listed);
  return listed;
}
