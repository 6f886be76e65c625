import { and, asc, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { maxConversations, maxMessages } from "#contract/clarity/chat.ts";
import type { ChatMessage, Conversation, MessageBody } from "#contract/clarity/chat-message.ts";
import type { SnapshotKind } from "#contract/clarity/snapshot.ts";
import { storeNow } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { clarityConversations, clarityMessages } from "./chat.table.ts";

const c = clarityConversations;
const m = clarityMessages;
export type ConversationRecord = typeof c.$inferSelect;
export type MessageRecord = typeof m.$inferSelect;

/** Whose conversation, about what. */
export interface Talk {
  readonly processId: string;
  readonly userId: string;
  readonly kind: SnapshotKind;
}

const of = ({ processId, userId, kind }: Talk) =>
  and(eq(c.process_id, processId), eq(c.user_id, userId), eq(c.snapshot_kind, kind), isNull(c.deleted_at));

export function toConversation(row: ConversationRecord): Conversation {
  return { ...row, sandbox_id: null, session_id: null };
}

/** The latest first. */
export async function listConversations(db: Db, talk: Talk): Promise<ConversationRecord[]> {
  return db.select().from(c).where(of(talk)).orderBy(desc(c.updated_at), desc(c.id)).limit(maxConversations);
}

export async function findConversation(db: Db, processId: string, userId: string, id: string): Promise<ConversationRecord | undefined> {
  const [row] = await db
    .select()
    .from(c)
    .where(and(eq(c.id, id), eq(c.process_id, processId), eq(c.user_id, userId), isNull(c.deleted_at)));
  return row;
}

/** The caller holds the process. The conversation of the same talk that was longest untouched makes room. */
export async function insertConversation(db: Db, talk: Talk, title: string): Promise<ConversationRecord> {
  const old = db
    .select({ id: c.id })
    .from(c)
    .where(of(talk))
    .orderBy(desc(c.updated_at), desc(c.id))
    .offset(maxConversations - 1);
  await db.update(c).set({ deleted_at: storeNow }).where(inArray(c.id, old));
  const { processId: process_id, userId: user_id, kind: snapshot_kind } = talk;
  const [row] = await db.insert(c).values({ process_id, user_id, snapshot_kind, title }).returning();
  if (!row) throw new Error("insert returned no conversation");
  return row;
}

/** The caller holds the process. */
export async function touchConversation(db: Db, id: string, status: ConversationRecord["status"]): Promise<ConversationRecord> {
  const [row] = await db.update(c).set({ status, updated_at: storeNow }).where(eq(c.id, id)).returning();
  if (!row) throw new Error("a conversation of a locked process is gone");
  return row;
}

/** The oldest first. */
export async function listChatMessages(db: Db, conversationId: string): Promise<ChatMessage[]> {
  return db.select().from(m).where(eq(m.conversation_id, conversationId)).orderBy(asc(m.created_at), asc(m.id)).limit(maxMessages);
}

export async function countChatMessages(db: Db, conversationId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(m).where(eq(m.conversation_id, conversationId));
  return row?.n ?? 0;
}

/** With its conversation, for whoever it belongs to. */
export async function findChatMessage(
  db: Db,
  processId: string,
  userId: string,
  id: string,
): Promise<{ message: MessageRecord; conversation: ConversationRecord } | undefined> {
  const [row] = await db
    .select({ message: m, conversation: c })
    .from(m)
    .innerJoin(c, eq(m.conversation_id, c.id))
    .where(and(eq(m.id, id), eq(c.process_id, processId), eq(c.user_id, userId), isNull(c.deleted_at)));
  return row;
}

export async function lastQuestion(db: Db, conversationId: string): Promise<MessageRecord | undefined> {
  const [row] = await db
    .select()
    .from(m)
    .where(and(eq(m.conversation_id, conversationId), eq(m.kind, "hitl_question")))
    .orderBy(desc(m.created_at), desc(m.id))
    .limit(1);
  return row;
}

type Said = Pick<MessageRecord, "conversation_id" | "role" | "baseline_snapshot_id"> & { readonly body: MessageBody };

/** Instants of one conversation never repeat, so that its messages keep their order. The caller holds the process. */
export async function insertChatMessage(db: Db, said: Said): Promise<MessageRecord> {
  const [row] = await db
    .insert(m)
    .values({ ...said, kind: said.body.kind, created_at: sql`clock_timestamp()`, updated_at: sql`clock_timestamp()` })
    .returning();
  if (!row) throw new Error("insert returned no message");
  return row;
}

/** The caller holds the process. */
export async function patchChatMessage(db: Db, id: string, body: MessageBody): Promise<MessageRecord> {
  const [row] = await db.update(m).set({ body, updated_at: storeNow }).where(eq(m.id, id)).returning();
  if (!row) throw new Error("a message of a locked process is gone");
  return row;
}
