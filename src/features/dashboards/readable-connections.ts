import { hasTools } from "#contract/connections/connection-words.ts";
import type { Connection } from "#contract/connections/connections.ts";

/** Those of somebody's connections that the agent of a dashboard can read with. Somebody else's dashboard reads with what the team shares. */
export function readableConnections(connections: readonly Connection[], isCreator: boolean): Connection[] {
  return connections.filter((connection) => hasTools(connection) && (isCreator || connection.user_id === null));
}
