import { index, json, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { conversationStatuses, type MessageBody, messageKinds, messageRoles } from "#contract/clarity/chat-message.ts";
import { snapshotKinds } from "#contract/clarity/process.ts";
import { clarityProcesses } from "#server/clarity/processes/processes.table.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { users } from "#server/teams/teams.table.ts";

/** What one person and a model say about a process. */
export const clarityConversations = pgTable(
  "clarity_conversations",
  {
    id: id(),
    process_id: uuid()
      .notNull()
      .references(() => clarityProcesses.id, { onDelete: "cascade" }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    snapshot_kind: text({ enum: snapshotKinds }).notNull(),
    title: text(),
    status: text({ enum: conversationStatuses }).notNull().default("open"),
    created_at: createdAt(),
    /** Of its last message, or of the last decision about an edit. */
    updated_at: createdAt(),
    deleted_at: instant(),
  },
  (t) => [
    oneOf("snapshot_kind", snapshotKinds),
    oneOf("status", conversationStatuses),
    index("clarity_conversations_process").on(t.process_id, t.user_id, t.updated_at, t.id),
    index("clarity_conversations_user").on(t.user_id),
  ],
);

export const clarityMessages = pgTable(
  "clarity_messages",
  {
    id: id(),
    conversation_id: uuid()
      .notNull()
      .references(() => clarityConversations.id, { onDelete: "cascade" }),
    role: text({ enum: messageRoles }).notNull(),
    kind: text({ enum: messageKinds }).notNull(),
    /** In `json` and not `jsonb`: the values of a patch keep the order of their fields. */
    body: json().$type<MessageBody>().notNull(),
    /** The version that it was said about. */
    baseline_snapshot_id: uuid().notNull(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("role", messageRoles),
    oneOf("kind", messageKinds),
    index("clarity_messages_conversation").on(t.conversation_id, t.created_at, t.id),
  ],
);
