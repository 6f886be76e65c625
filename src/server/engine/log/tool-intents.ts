import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { toolIntents } from "./run-messages.table.ts";

/** For `writeHeld`: the call is about to reach somebody else. */
export function intended(callId: string): SQL {
  return sql`insert into tool_intents (run_id, tool_call_id) select id, ${callId} from written`;
}

/** For `writeHeld`: it is known what became of the call. */
export function settled(callId: string): SQL {
  return sql`delete from tool_intents where run_id in (select id from written) and tool_call_id = ${callId}`;
}

/** An intent without a result: an earlier worker may or may not have reached the other side. */
export async function isCutOff(db: Db, runId: string, callId: string): Promise<boolean> {
  const rows = await db
    .select()
    .from(toolIntents)
    .where(and(eq(toolIntents.run_id, runId), eq(toolIntents.tool_call_id, callId)));
  return rows.length > 0;
}
