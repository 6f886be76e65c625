import { deliveries, messageRoles, messageTypes } from "#contract/runs/messages.ts";
import { sql } from "drizzle-orm";
import { boolean, integer, json, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, oneOf } from "#server/platform/db/columns.ts";
import type { AnswerState } from "#server/engine/models/answer-state.ts";
import { runs } from "#server/engine/runs.table.ts";
import { users } from "#server/teams/teams.table.ts";

export const runMessages = pgTable(
  "run_messages",
  {
    id: id(),
    run_id: uuid()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    /** Position in the run, from 0 without gaps: the order of things, whatever the clock did. */
    seq: integer().notNull(),
    type: text({ enum: messageTypes }).notNull(),
    role: text({ enum: messageRoles }).notNull(),
    subtype: text(),
    text_content: text(),
    /** The call of a `tool_call`, or the result of a `tool_result`. */
    tool_call_id: text(),
    tool_name: text(),
    /** `json`, as in the result: what a document says in an order is read again in that order, as the fields of a case schema. */
    tool_arguments: json().$type<Record<string, unknown>>(),
    tool_result: json().$type<{ value: unknown }>(),
    tool_error: text(),
    /** On the first message of an answer: what its provider gets back with it. No reply of the API has it. */
    answer_state: json().$type<AnswerState>(),
    delivery: text({ enum: deliveries }),
    /** The person who wrote, answered or stopped. */
    user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    /** Groups the parts of one answer of the model, so that the conversation can be rebuilt. */
    turn: integer().notNull().default(0),
    created_at: createdAt(),
  },
  (t) => [
    oneOf("type", messageTypes),
    oneOf("role", messageRoles),
    oneOf("delivery", deliveries),
    uniqueIndex("run_messages_seq").on(t.run_id, t.seq),
    // One result for a call: a repeated effect cannot be recorded.
    uniqueIndex("run_messages_result")
      .on(t.run_id, t.tool_call_id)
      .where(sql`type = 'tool_result'`),
    uniqueIndex("run_messages_call")
      .on(t.run_id, t.tool_call_id)
      .where(sql`type = 'tool_call'`),
  ],
);

/** The text that a model is writing right now. It becomes a message under the same id once the turn commits; a crash drops it. */
export const runDrafts = pgTable("run_drafts", {
  run_id: uuid()
    .primaryKey()
    .references(() => runs.id, { onDelete: "cascade" }),
  id: uuid().notNull(),
  text_content: text().notNull(),
  created_at: createdAt(),
});

/**
 * A run whose model has said nothing for a while: since when, and whether it had begun to answer. Of the worker that had this lease; it
 * deletes the row once the model goes on, and a later worker's lease makes one void that a crash has left.
 */
export const modelSilences = pgTable("model_silences", {
  run_id: uuid()
    .primaryKey()
    .references(() => runs.id, { onDelete: "cascade" }),
  lease: integer().notNull(),
  within: boolean().notNull(),
  since: createdAt(),
});

/** Written before a tool reaches outside of our store; still open after a crash, it means that the outcome is unknown. */
export const toolIntents = pgTable(
  "tool_intents",
  {
    run_id: uuid()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    tool_call_id: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.tool_call_id] })],
);
