import { automationRevisionStatuses } from "#contract/agents/automation-revisions.ts";
import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { automations } from "./automations.table.ts";
import { queues } from "#server/queues/queues/queues.table.ts";
import { users } from "#server/teams/teams.table.ts";

export const automationRevisions = pgTable(
  "automation_revisions",
  {
    id: id(),
    automation_id: uuid()
      .notNull()
      .references(() => automations.id, { onDelete: "cascade" }),
    name: text(),
    description: text(),
    status: text({ enum: automationRevisionStatuses }).notNull(),
    /** Given by the first activation. */
    revision_number: integer(),
    base_revision_id: uuid(),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    updated_at: createdAt(),
    activated_at: instant(),
  },
  (t) => [
    oneOf("status", automationRevisionStatuses),
    unique("automation_revisions_owner").on(t.id, t.automation_id),
    uniqueIndex("automation_revisions_number").on(t.automation_id, t.revision_number),
    // Two active revisions cannot exist, whatever the code above does.
    uniqueIndex("automation_revisions_active")
      .on(t.automation_id)
      .where(sql`status = 'active'`),
    index("automation_revisions_list").on(t.automation_id, t.created_at, t.id),
  ],
);

/** The builds that a revision runs. The keys say that revision and agent belong to one automation, and the build to the agent. */
export const automationRevisionAgents = pgTable(
  "automation_revision_agents",
  {
    revision_id: uuid().notNull(),
    automation_id: uuid().notNull(),
    agent_id: uuid().notNull(),
    build_id: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.revision_id, t.agent_id] }),
    index("automation_revision_agents_of_agent").on(t.agent_id),
    index("automation_revision_agents_of_build").on(t.build_id),
    foreignKey({
      name: "automation_revision_agents_revision",
      columns: [t.revision_id, t.automation_id],
      foreignColumns: [automationRevisions.id, automationRevisions.automation_id],
    }).onDelete("cascade"),
    foreignKey({
      name: "automation_revision_agents_member",
      columns: [t.agent_id, t.automation_id],
      foreignColumns: [agents.id, agents.automation_id],
    }),
    foreignKey({
      name: "automation_revision_agents_build",
      columns: [t.build_id, t.agent_id],
      foreignColumns: [revisions.id, revisions.agent_id],
    }),
  ],
);

/** How a revision routes and names the queues. */
export const automationRevisionQueues = pgTable(
  "automation_revision_queues",
  {
    revision_id: uuid().notNull(),
    automation_id: uuid().notNull(),
    queue_id: uuid().notNull(),
    agent_id: uuid(),
    enabled: boolean().notNull().default(true),
    name: text(),
    description: text(),
  },
  (t) => [
    primaryKey({ columns: [t.revision_id, t.queue_id] }),
    index("automation_revision_queues_of_queue").on(t.queue_id),
    index("automation_revision_queues_of_agent").on(t.agent_id),
    foreignKey({
      name: "automation_revision_queues_revision",
      columns: [t.revision_id, t.automation_id],
      foreignColumns: [automationRevisions.id, automationRevisions.automation_id],
    }).onDelete("cascade"),
    foreignKey({
      name: "automation_revision_queues_member",
      columns: [t.queue_id, t.automation_id],
      foreignColumns: [queues.id, queues.automation_id],
    }),
    // A queue goes to an agent that the same revision runs.
    foreignKey({
      name: "automation_revision_queues_routing",
      columns: [t.revision_id, t.agent_id],
      foreignColumns: [automationRevisionAgents.revision_id, automationRevisionAgents.agent_id],
    }),
  ],
);
