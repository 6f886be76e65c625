import { index, pgTable, uuid } from "drizzle-orm/pg-core";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { createdAt, id } from "#server/platform/db/columns.ts";

/** When which revision was made live, in whichever way. A trigger writes it. */
export const revisionLives = pgTable(
  "revision_lives",
  {
    id: id(),
    agent_id: uuid()
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    build_id: uuid()
      .notNull()
      .references(() => revisions.id, { onDelete: "cascade" }),
    made_live_at: createdAt(),
  },
  (t) => [index("revision_lives_agent").on(t.agent_id, t.made_live_at), index("revision_lives_build").on(t.build_id, t.made_live_at)],
);
