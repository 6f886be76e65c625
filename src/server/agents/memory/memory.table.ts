import { memorySources } from "#contract/agents/memory.ts";
import { bigint, pgSequence, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { createdAt, oneOf } from "#server/platform/db/columns.ts";
import { users } from "#server/teams/teams.table.ts";

export const memoryGenerations = pgSequence("memory_generations");

export const memoryFiles = pgTable(
  "memory_files",
  {
    /** Without a foreign key: its check would make a run's write wait for a deletion of the agent, which waits for the run. */
    agent_id: uuid().notNull(),
    path: text().notNull(),
    content: text().notNull(),
    generation: bigint({ mode: "number" })
      .notNull()
      .default(sql`nextval('memory_generations')`),
    /** A run (`job`) or a person wrote the content as it is now. */
    source_type: text({ enum: memorySources }).notNull(),
    source_agent_run_id: uuid(),
    source_user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    updated_at: createdAt(),
  },
  (t) => [oneOf("source_type", memorySources), primaryKey({ columns: [t.agent_id, t.path] })],
);
