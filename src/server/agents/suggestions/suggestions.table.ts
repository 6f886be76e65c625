import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { type Suggestion, suggestionStatuses } from "#contract/agents/suggestions.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { users } from "#server/teams/teams.table.ts";

export const suggestions = pgTable(
  "suggestions",
  {
    id: id(),
    agent_id: uuid()
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    /** Whose runs led to it. */
    build_id: uuid()
      .notNull()
      .references(() => revisions.id, { onDelete: "cascade" }),
    /** What they failed. */
    rubric_slug: text().notNull(),
    status: text({ enum: suggestionStatuses }).notNull().default("pending"),
    title: text().notNull(),
    description: text().notNull(),
    dedup_key: text().notNull(),
    /** What would be added to the instructions. */
    addition: text().notNull(),
    sources: jsonb().$type<Suggestion["sources"]>().notNull(),
    resolved_at: instant(),
    resolved_by_user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    superseded_reason: text(),
    superseded_by_suggestion_id: uuid(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("status", suggestionStatuses),
    unique("suggestions_once").on(t.agent_id, t.dedup_key),
    // Two open suggestions about a rubric cannot exist, whatever the code above does.
    uniqueIndex("suggestions_pending")
      .on(t.agent_id, t.rubric_slug)
      .where(sql`status = 'pending'`),
    index("suggestions_agent").on(t.agent_id, t.created_at, t.id),
    index("suggestions_build").on(t.build_id),
  ],
);
