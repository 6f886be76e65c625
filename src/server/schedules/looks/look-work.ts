import { sql } from "drizzle-orm";
import { isMailbox } from "#contract/connections/connection-words.ts";
import type { UnreadFolder } from "#contract/connections/looks.ts";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import { tellChanged } from "#server/connections/connections/tell-changed.ts";
import { McpFault } from "#server/connections/mcp/faults.ts";
import { ToolError } from "#server/engine/tools/tool.ts";
import type { Work } from "#server/engine/work.ts";
import { recordOf } from "#server/platform/db/columns.ts";
import { describe } from "#server/platform/work/describe.ts";
import { createWakeLoop } from "#server/platform/work/wake-loop.ts";
import { connections } from "#server/connections/connections/connections.table.ts";
import { type Begun, type Looked, beginLooks, followTriggers, looksDue, keepFound, keepProblem } from "./cursors.store.ts";
import { storeFiles } from "./held-files.ts";
import { lookAtMailbox } from "./look-at-mailbox.ts";
import { lookAtResources } from "./look-at-resources.ts";
import type { Looking } from "./looking.ts";

/** Servers are slow, and each has its own: so many are waited for together. */
const atOnce = 10;

/**
 * Looks at the connections that are due. Any number of processes may do so at once. `between`: after a server answered and before anything of it is
 * stored. Returns whether more may be due.
 */
export async function lookRound(services: Looking, between: () => Promise<void> = async () => {}): Promise<boolean> {
  const { db } = services.store;
  await followTriggers(db);
  const begun = await beginLooks(db, atOnce);
  await Promise.all(begun.map((look) => lookAt(services, look, between)));
  return begun.length === atOnce;
}

async function lookAt(services: Looking, look: Begun, between: () => Promise<void>): Promise<void> {
  const { store } = services;
  const { rows } = await store.db.execute(sql`select * from connections where id = ${look.connection_id}`);
  if (!rows[0]) return;
  const connection = recordOf(connections, rows[0]);
  try {
    const lookAtIt = isMailbox(connection.server_url) ? lookAtMailbox : lookAtResources;
    const seen = await lookAtIt(services, connection, look.server_url === connection.server_url ? look.cursor : null);
    await between();
    const found = await storeFiles(services, seen.found);
    const kept = await store.db.transaction((tx) => keepFound(tx, look, connection, { ...seen, found }));
    if (kept && goesOtherwise(look, seen)) await tell(services, connection);
  } catch (error) {
    const known = error instanceof McpFault || error instanceof ToolError;
    if (!known) services.log.warn({ connection: connection.id, error: describe(error) }, "could not look at a connection");
    await keepProblem(store.db, look, known ? error.message : "Looking at this connection failed inside the service. It is tried again.");
    await tell(services, connection);
  }
}

/** Whether people see another state than before the look. */
function goesOtherwise({ cursor, failures, unread_folders: before }: Begun, { unread = [] }: Looked): boolean {
  // A server says when it refuses: other words alone are no other state.
  const states = (folders: readonly UnreadFolder[]) => folders.map(({ name, refusal }) => `${name} ${refusal === null}`).join("\n");
  return cursor === null || failures > 0 || states(before) !== states(unread);
}

/** Who sees the connection or a trigger that listens to it sees how looking goes. */
function tell({ store, live }: Looking, connection: ConnectionRecord): Promise<void> {
  return tellChanged(store.db, live, connection, ["event_trigger"]);
}

export const lookWork: Work = {
  name: "looks at connections",
  start: (services) => createWakeLoop(services, { name: "looks at connections", due: looksDue, round: () => lookRound(services) }),
};
