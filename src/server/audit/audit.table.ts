import { sql } from "drizzle-orm";
import { bigint, customType, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { AuditChange } from "#contract/audit/audit-entry.ts";
import { auditDoors } from "#contract/audit/audit-words.ts";
import { instant, oneOf } from "#server/platform/db/columns.ts";

const transaction = customType<{ data: string }>({ dataType: () => "xid8" });
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const words = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * What was done in an organization: added to, and never changed. Refers to nothing, and keeps the names of its moment: it outlives whom and what
 * it is about. One consumer of events writes it, so ids rise in the order of transactions.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    tx: transaction()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    organization_id: uuid().notNull(),
    at: instant().notNull(),
    type: text().notNull(),
    operation: text(),
    actor_kind: text().notNull(),
    actor_id: uuid(),
    actor_name: text(),
    door: text({ enum: auditDoors }).notNull(),
    credential_id: uuid(),
    credential_name: text(),
    address: text(),
    request_id: uuid(),
    team_id: uuid(),
    object_kind: text().notNull(),
    object_id: uuid().notNull(),
    object_name: text(),
    facts: jsonb().notNull(),
    changes: jsonb().$type<AuditChange[]>().notNull(),
    /** Of the names and ids, for the search. */
    words: words().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index("audit_entries_newest").on(t.organization_id, t.at, t.id),
    index("audit_entries_type").on(t.organization_id, t.type, t.at, t.id),
    index("audit_entries_kind").on(t.organization_id, t.object_kind, t.at, t.id),
    index("audit_entries_object").on(t.organization_id, t.object_id, t.at, t.id),
    index("audit_entries_actor").on(t.organization_id, t.actor_id, t.at, t.id),
    index("audit_entries_door").on(t.organization_id, t.door, t.at, t.id),
    index("audit_entries_words").using("gin", t.words),
    oneOf("door", auditDoors),
  ],
);

/**
 * What a transaction of a request changed of an object, until its events are in the log. A trigger writes it; a call of another service adds what
 * was called.
 */
export const auditChanges = pgTable(
  "audit_changes",
  {
    tx: transaction()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    object_id: uuid().notNull(),
    changes: jsonb().$type<AuditChange[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tx, t.id] })],
);

/** The key of an organization's seals, sealed itself, and which seals are the first and the last: one that is dropped is missed. */
export const auditKeys = pgTable("audit_keys", {
  id: uuid().primaryKey(),
  organization_id: uuid().notNull().unique(),
  sealed: text().notNull(),
  /** Those before it went with entries that were past their time. */
  first_number: integer().notNull().default(1),
  last_number: integer().notNull().default(0),
  last_entry_id: bigint({ mode: "number" }).notNull().default(0),
  /** Of these, by the key. */
  mac: bytes(),
});

/** A seal over some entries, each by a code of its own, and over the seal before. */
export const auditSeals = pgTable(
  "audit_seals",
  {
    organization_id: uuid().notNull(),
    number: integer().notNull(),
    ids: bigint({ mode: "number" }).array().notNull(),
    /** Of each entry 16 bytes, in the order of the ids. */
    macs: bytes().notNull(),
    /** When the last of them was. */
    last_at: instant().notNull(),
    previous_mac: bytes(),
    previous_at: instant(),
    mac: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.number] })],
);
