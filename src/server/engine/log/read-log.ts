import { and, asc, eq, gte } from "drizzle-orm";
import { runMessages } from "./run-messages.table.ts";
import type { MessageRecord } from "./run-log.ts";
import type { EngineServices } from "#server/engine/services.ts";

/** The messages of a run from position `from` on. */
export async function readLog(services: Pick<EngineServices, "store">, runId: string, from = 0): Promise<MessageRecord[]> {
  return services.store.db
    .select()
    .from(runMessages)
    .where(and(eq(runMessages.run_id, runId), gte(runMessages.seq, from)))
    .orderBy(asc(runMessages.seq));
}
