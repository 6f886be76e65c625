import { getTableColumns } from "drizzle-orm";
import type { EngineServices } from "#server/engine/services.ts";
import type { MessageRecord } from "./run-record.ts";
import { runMessages } from "./run-messages.table.ts";

// Every step of every run reads its log: the text is made once.
const columns = Object.keys(getTableColumns(runMessages)).join(", ");
const readMessages = `select ${columns} from run_messages where run_id = $1 and seq >= $2 order by seq`;

/** The messages of a run from position `from` on. */
export async function readLog({ store }: Pick<EngineServices, "store">, runId: string, from = 0): Promise<MessageRecord[]> {
  return (await store.pool.query<MessageRecord>(readMessages, [runId, from])).rows;
}
