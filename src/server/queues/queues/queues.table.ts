import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "#server/platform/db/columns.ts";
import { agentFolders } from "#server/agents/agents/agents.table.ts";
import { automations } from "#server/agents/automations/automations.table.ts";
import { revisionSlots } from "#server/agents/slots/slots.table.ts";
import { caseSchemaFamilies } from "#server/queues/schemas/case-schemas.table.ts";
import { teams, users } from "#server/teams/teams.table.ts";

export const queues = pgTable(
  "queues",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    name: text().notNull(),
    description: text(),
    folder_id: uuid().references(() => agentFolders.id, { onDelete: "set null" }),
    automation_id: uuid().references(() => automations.id),
    /** What the active revision of its automation calls it, if anything. */
    revision_name: text(),
    revision_description: text(),
    /** Whether a case of it ever waited for an approval. */
    has_approvals: boolean().notNull().default(false),
    /** The last version of it types the cases; whether all new ones have to be, and whether it may change. */
    schema_family_id: uuid().references(() => caseSchemaFamilies.id, { onDelete: "set null" }),
    schema_guarded: boolean().notNull().default(false),
    schema_frozen: boolean().notNull().default(false),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    updated_at: createdAt(),
    /** A deleted queue is kept as a name for its past runs. */
    deleted_at: instant(),
  },
  (t) => [
    unique("queues_member").on(t.id, t.automation_id),
    index("queues_automation")
      .on(t.automation_id)
      .where(sql`automation_id is not null`),
    index("queues_folder")
      .on(t.folder_id)
      .where(sql`folder_id is not null`),
    index("queues_schema")
      .on(t.schema_family_id)
      .where(sql`schema_family_id is not null`),
    index("queues_team")
      .on(t.team_id, sql`coalesce(revision_name, name) collate "und-x-icu"`, t.id)
      .where(sql`deleted_at is null`),
    // Inside an automation a name is unique among the queues of a revision, which no index can tell.
    uniqueIndex("queues_name")
      .on(t.team_id, t.name)
      .where(sql`deleted_at is null and automation_id is null`),
  ],
);

export const queueLabels = pgTable(
  "queue_labels",
  {
    id: id(),
    /** Null: the label is deleted, and still has to come off cases. */
    queue_id: uuid().references(() => queues.id, { onDelete: "cascade" }),
    key: text().notNull(),
    value: text().notNull(),
    color_hue: doublePrecision().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex("queue_labels_name").on(t.queue_id, t.key, t.value),
    index("queue_labels_deleted")
      .on(t.id)
      .where(sql`queue_id is null`),
  ],
);

/**
 * How many cases there are by queue or label, state and priority: one row for each of them that a statement touched, appended by a trigger in
 * the writing transaction and folded as `run_counts` is. A queue's `changes` grow with everything that a filter could see.
 */
export const caseCounts = pgTable(
  "case_counts",
  {
    /** A queue's or a label's id. */
    scope: text().notNull(),
    /** A state, or the part of it that was judged and passed or not. Empty where only a label of a case changed. */
    status: text().notNull(),
    priority: smallint().notNull().default(0),
    n: bigint({ mode: "number" }).notNull(),
    changes: bigint({ mode: "number" }).notNull(),
    /** Whether it is the sum of what was appended before. */
    folded: boolean().notNull().default(false),
  },
  (t) => [
    index("case_counts_scope").on(t.scope),
    index("case_counts_appended")
      .on(t.scope)
      .where(sql`not folded`),
  ],
);

/** The queues that a case-queue slot names. A deleted queue's rows stay, and count for nothing. */
export const revisionSlotQueues = pgTable(
  "revision_slot_queues",
  {
    slot_id: uuid()
      .notNull()
      .references(() => revisionSlots.id, { onDelete: "cascade" }),
    queue_id: uuid()
      .notNull()
      .references(() => queues.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.slot_id, t.queue_id] }), index("revision_slot_queues_queue").on(t.queue_id)],
);
