import { boolean, index, integer, pgTable, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { agents } from "#server/agents/agents/agents.table.ts";
import { createdAt, id } from "#server/platform/db/columns.ts";
import { queues } from "#server/queues/queues/queues.table.ts";
import { users } from "#server/teams/teams.table.ts";

/** Lets the cases of a queue start runs of an agent. */
export const caseTriggers = pgTable(
  "case_triggers",
  {
    id: id(),
    agent_id: uuid()
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    queue_id: uuid()
      .notNull()
      .references(() => queues.id, { onDelete: "cascade" }),
    /** For whom its runs act. */
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    enabled: boolean().notNull(),
    concurrency: integer(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [uniqueIndex("case_triggers_agent").on(t.agent_id), index("case_triggers_queue").on(t.queue_id, t.created_at, t.id)],
);
