import { index, integer, json, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "#server/platform/db/columns.ts";

/** Answers to creating requests, kept 24 hours so that a repeat gets the same one. Committed together with what they report. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** Hash of caller, endpoint and key. */
    id: text().primaryKey(),
    request_hash: text().notNull(),
    status: integer().notNull(),
    /** To the letter as it was sent. Null where the answer held a secret; `object_id` then says what was created. */
    body: json(),
    object_id: text(),
    created_at: createdAt(),
  },
  (t) => [index("idempotency_keys_age").on(t.created_at)],
);
