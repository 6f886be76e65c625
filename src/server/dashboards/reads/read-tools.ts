import { sql } from "drizzle-orm";
import { hasTools } from "#contract/connections/connection-words.ts";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import { connections } from "#server/connections/connections/connections.table.ts";
import { serves } from "#server/connections/grants/serves.ts";
import { McpFault } from "#server/connections/mcp/faults.ts";
import type { ListedTool } from "#server/connections/mcp/listing.ts";
import { lookAtTools } from "#server/connections/mcp/look-at-tools.ts";
import { reaching } from "#server/connections/mcp/reach.ts";
import { mcpOf } from "#server/connections/mcp/processes.ts";
import type { DashboardRecord } from "#server/dashboards/dashboards/dashboards.store.ts";
import { createRedactor } from "#server/engine/secrets/redactor.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { ToolError } from "#server/engine/tools/tool.ts";
import { recordOf } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { ReadRow } from "./reads.table.ts";
import { rowsIn, Unusable } from "./rows.ts";

type Owned = Pick<DashboardRecord, "id" | "team_id" | "created_by_user_id">;
type Reading = Pick<EngineServices, "config" | "store" | "clock" | "envelope" | "outbound" | "live" | "log">;

/** For one call: pages wait for several of them. */
const callMs = 20_000;

/** The connections of a dashboard that its creator can still use, the first attached first. */
export async function connectionsOf(db: Db, { id, team_id, created_by_user_id }: Owned): Promise<ConnectionRecord[]> {
  const { rows } = await db.execute(sql`
    select c.* from artifact_connections a join connections c on c.id = a.connection_id
    where a.artifact_id = ${id} and ${serves(team_id)} and (c.user_id is null or c.user_id = ${created_by_user_id}) order by a.created_at, c.id`);
  return rows.map((row) => recordOf(connections, row)).filter(hasTools);
}

/** The tools of a connection that its server says only read. Throws {@link Unusable}. */
export async function readingTools(services: Reading, connection: ConnectionRecord): Promise<ListedTool[]> {
  try {
    return (await lookAtTools(services, connection)).filter(({ reads_only }) => reads_only);
  } catch (error) {
    throw usable(error, connection);
  }
}

/** The rows that a tool answers. Throws {@link Unusable}. */
export async function readWith(
  services: Reading,
  connection: ConnectionRecord,
  tool: ListedTool,
  given: Readonly<Record<string, unknown>>,
): Promise<ReadRow[]> {
  try {
    return await reaching(services, connection, async ({ server, hidden }) => {
      const call = { tool: tool.name, input_schema: tool.input_schema, arguments: JSON.stringify(given) };
      const { failed, content } = await mcpOf(services.outbound).callTool(server, call, callMs);
      const shown = createRedactor(hidden).json(content as never) as readonly unknown[];
      if (failed) throw new Unusable(`${tool.shown_name} of “${connection.name}” failed: ${wordsOf(shown)}`);
      return rowsIn(shown);
    });
  } catch (error) {
    throw usable(error, connection);
  }
}

function usable(error: unknown, { name }: ConnectionRecord): unknown {
  return error instanceof McpFault || error instanceof ToolError ? new Unusable(`“${name}”: ${error.message}`) : error;
}

const wordsOf = (content: readonly unknown[]) =>
  content
    .flatMap((part) => (typeof part === "object" && part !== null && "text" in part && typeof part.text === "string" ? [part.text] : []))
    .join(" ")
    .slice(0, 300);
