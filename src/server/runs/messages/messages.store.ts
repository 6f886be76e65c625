import { and, asc, desc, eq, getTableColumns, or, sql, type SQLWrapper } from "drizzle-orm";
import type { RunMessage } from "#contract/runs/messages.ts";
import { contains } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import { runDrafts, runMessages } from "#server/engine/log/run-messages.table.ts";
import type { MessageRecord } from "#server/engine/log/run-record.ts";

const columns = {
  ...getTableColumns(runMessages),
  user_name: sql<string | null>`(select name from users u where u.id = ${runMessages.user_id})`,
};

export interface MessagePage {
  messages: RunMessage[];
  total: number;
  positions?: number[];
}

/** Messages by position. What the model is writing right now counts as one more behind the last. */
export async function listMessages(
  db: Db,
  run: { id: string; message_count: number },
  limit: number,
  offset: number,
): Promise<MessagePage> {
  const rows = await db
    .select(columns)
    .from(runMessages)
    .where(
      and(
        eq(runMessages.run_id, run.id),
        sql`${runMessages.seq} >= ${offset}::bigint`,
        sql`${runMessages.seq} < ${offset + limit}::bigint`,
      ),
    )
    .orderBy(asc(runMessages.seq));
  const [draft] = await db.select().from(runDrafts).where(eq(runDrafts.run_id, run.id));
  const messages = rows.map(toMessage);
  const fits = draft && rows.length < limit && offset + rows.length >= run.message_count;
  if (draft && fits)
    messages.push({
      id: draft.id,
      type: "text",
      role: "assistant",
      timestamp: draft.created_at,
      text_content: draft.text_content,
      streaming: true,
    });
  return { messages, total: run.message_count + (draft ? 1 : 0) };
}

/** What a run said and called last, oldest first. */
export async function latestWords(db: Db, runId: string, limit: number): Promise<RunMessage[]> {
  const rows = await db
    .select(columns)
    .from(runMessages)
    .where(
      and(
        eq(runMessages.run_id, runId),
        sql`((${runMessages.type} = 'text' and ${runMessages.role} = 'assistant') or ${runMessages.type} = 'tool_call')`,
      ),
    )
    .orderBy(desc(runMessages.seq))
    .limit(limit);
  return rows.toReversed().map(toMessage);
}

const asText = (column: SQLWrapper) => sql`${column}::text`;
const searched = [
  runMessages.text_content,
  runMessages.tool_name,
  runMessages.tool_error,
  asText(runMessages.tool_arguments),
  asText(runMessages.tool_result),
];

/** Messages that contain a text, with their positions in the whole list. */
export async function searchMessages(db: Db, runId: string, search: string, limit: number, offset: number): Promise<MessagePage> {
  const condition = and(eq(runMessages.run_id, runId), or(...searched.map((text) => contains(text, search))));
  const rows = await db.select(columns).from(runMessages).where(condition).orderBy(asc(runMessages.seq)).limit(limit).offset(offset);
  const [count] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(runMessages)
    .where(condition);
  return { messages: rows.map(toMessage), total: count?.total ?? 0, positions: rows.map((r) => r.seq) };
}

function toMessage(row: MessageRecord & { user_name: string | null }): RunMessage {
  const callId = row.tool_call_id ?? "";
  return {
    id: row.id,
    type: row.type,
    role: row.role,
    timestamp: row.created_at,
    ...(row.text_content !== null && { text_content: row.text_content }),
    ...(row.type === "tool_call" && { tool_call: toCall(row) }),
    ...(row.type === "tool_result" && {
      tool_result: {
        tool_call_id: callId,
        ...(row.tool_error === null ? { result: row.tool_result?.value ?? null } : { error: row.tool_error }),
      },
    }),
    ...(row.subtype && { subtype: row.subtype as NonNullable<RunMessage["subtype"]> }),
    ...(row.delivery && { delivery: row.delivery }),
    ...(row.user_name !== null && { user_name: row.user_name }),
  };
}

/** A call whose arguments cannot be read has a text instead: what the model sent. */
function toCall({ tool_call_id, tool_name, tool_arguments, text_content }: MessageRecord): NonNullable<RunMessage["tool_call"]> {
  return { id: tool_call_id ?? "", name: tool_name ?? "", ...(text_content === null && { arguments: tool_arguments ?? {} }) };
}
