import { sql } from "drizzle-orm";
import { bigint, customType, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { EventType } from "#contract/event.ts";
import { createdAt, oneOf } from "#server/platform/db/columns.ts";
import type { Origin } from "./origin.ts";

const actorKinds = ["user", "run", "service"] as const;

/** The number of a transaction, as a text of digits on our side. */
const transaction = customType<{ data: string }>({ dataType: () => "xid8" });

/**
 * What happened, written in the transaction of the change and never changed. Refers to nothing: it outlives what it is about. Whoever reads on
 * reads by transaction, then by id, and only up to the oldest transaction that is still open: below it nothing is added any more.
 */
export const events = pgTable(
  "events",
  {
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    tx: transaction()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    /** Null: it belongs to no team. */
    team_id: uuid(),
    actor_kind: text({ enum: actorKinds }).notNull(),
    /** Null for the service itself. */
    actor_id: uuid(),
    type: text().$type<EventType>().notNull(),
    /** Of the kind that the type says. */
    subject_id: uuid().notNull(),
    data: jsonb().notNull(),
    /** Through which door the request came that led to it; null for work in the background. A trigger knows it from the transaction. */
    origin: jsonb()
      .$type<Origin>()
      .default(sql`nullif(current_setting('caseload.origin', true), '')::jsonb`),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tx, t.id] }),
    index("events_kept").on(t.type, t.created_at),
    index("events_team").on(t.team_id, t.type, t.created_at),
    oneOf("actor_kind", actorKinds),
  ],
);

/** How far each consumer has read. A consumer that goes takes its row with it, in a migration: what it has not read is kept for it. */
export const eventCursors = pgTable("event_cursors", {
  consumer: text().primaryKey(),
  /** The last event that it is done with, or a place between two. */
  tx: transaction().notNull(),
  id: bigint({ mode: "number" }).notNull(),
});
