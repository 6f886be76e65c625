import { sql } from "drizzle-orm";
import { type AnyPgColumn, doublePrecision, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { existences, generationStatuses, labelSources, linkStates, linkTypes, nodeKinds, sources } from "#contract/clarity/node.ts";
import { clarityProcesses } from "#server/clarity/processes/processes.table.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { organizations, users } from "#server/teams/teams.table.ts";

/** Places in the landscape of an organization: areas, processes, and what somebody proposes to become one. */
export const clarityNodes = pgTable(
  "clarity_nodes",
  {
    id: id(),
    organization_id: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    parent_id: uuid().references((): AnyPgColumn => clarityNodes.id, { onDelete: "set null" }),
    kind: text({ enum: nodeKinds }).notNull(),
    /** Of a place of the kind `process` once it is real. */
    process_id: uuid().references(() => clarityProcesses.id, { onDelete: "cascade" }),
    /** Of a process the name that it has itself is shown. */
    name: text().notNull(),
    description: text(),
    owner_label: text(),
    sort_order: integer().notNull().default(0),
    existence: text({ enum: existences }).notNull(),
    source: text({ enum: sources }).notNull(),
    content_confirmed_at: instant(),
    existence_confirmed_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("kind", nodeKinds),
    oneOf("existence", existences),
    oneOf("source", sources),
    index("clarity_nodes_organization").on(t.organization_id, t.parent_id),
    index("clarity_nodes_parent").on(t.parent_id),
    uniqueIndex("clarity_nodes_process").on(t.process_id),
  ],
);

export const clarityLinks = pgTable(
  "clarity_links",
  {
    id: id(),
    organization_id: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    source_node_id: uuid()
      .notNull()
      .references(() => clarityNodes.id, { onDelete: "cascade" }),
    target_node_id: uuid()
      .notNull()
      .references(() => clarityNodes.id, { onDelete: "cascade" }),
    type: text({ enum: linkTypes }).notNull(),
    state: text({ enum: linkStates }).notNull(),
    confidence: doublePrecision(),
    rationale: text(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("type", linkTypes),
    oneOf("state", linkStates),
    uniqueIndex("clarity_links_pair").on(t.source_node_id, t.target_node_id, t.type),
    index("clarity_links_target").on(t.target_node_id),
    index("clarity_links_organization").on(t.organization_id, t.created_at, t.id),
  ],
);

/** Who is involved in a process: somebody with an account, or an address. */
export const clarityPeople = pgTable(
  "clarity_people",
  {
    id: id(),
    process_id: uuid()
      .notNull()
      .references(() => clarityProcesses.id, { onDelete: "cascade" }),
    user_id: uuid().references(() => users.id, { onDelete: "cascade" }),
    email: text(),
    role: text(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex("clarity_people_user")
      .on(t.process_id, t.user_id)
      .where(sql`user_id is not null`),
    uniqueIndex("clarity_people_email")
      .on(t.process_id, t.email)
      .where(sql`email is not null`),
    index("clarity_people_users").on(t.user_id),
  ],
);

export const clarityLabels = pgTable(
  "clarity_labels",
  {
    id: id(),
    organization_id: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    value: text().notNull(),
    color_hue: integer().notNull(),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex("clarity_labels_value").on(t.organization_id, t.value)],
);

export const clarityProcessLabels = pgTable(
  "clarity_process_labels",
  {
    process_id: uuid()
      .notNull()
      .references(() => clarityProcesses.id, { onDelete: "cascade" }),
    label_id: uuid()
      .notNull()
      .references(() => clarityLabels.id, { onDelete: "cascade" }),
    source: text({ enum: labelSources }).notNull(),
    created_at: createdAt(),
  },
  (t) => [
    oneOf("source", labelSources),
    primaryKey({ columns: [t.process_id, t.label_id] }),
    index("clarity_process_labels_label").on(t.label_id),
  ],
);

const passes = ["generate", "organize"] as const;

/** How far a model is with an organization's landscape. One row: the last one, or the one under way. */
export const clarityPasses = pgTable(
  "clarity_passes",
  {
    organization_id: uuid()
      .primaryKey()
      .references(() => organizations.id, { onDelete: "cascade" }),
    /** Each write of a pass names it, so that one whose turn is over changes nothing. */
    generation_id: uuid().notNull(),
    kind: text({ enum: passes }).notNull(),
    status: text({ enum: generationStatuses }).notNull(),
    user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    error: text(),
    tries: integer().notNull().default(0),
    next_attempt_at: instant(),
    started_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("kind", passes),
    oneOf("status", generationStatuses),
    index("clarity_passes_user").on(t.user_id),
    index("clarity_passes_due")
      .on(t.next_attempt_at)
      .where(sql`status in ('starting', 'running')`),
  ],
);
