import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ToolDefinition } from "#contract/connections/slot-tools.ts";
import { connections } from "#server/connections/connections/connections.table.ts";
import { createdAt } from "#server/platform/db/columns.ts";

/** The tools that a connection's server has listed, each by the digest of its definition. */
export const connectionTools = pgTable(
  "connection_tools",
  {
    connection_id: uuid()
      .notNull()
      .references(() => connections.id, { onDelete: "cascade" }),
    digest: text().notNull(),
    /** As the server calls it. */
    name: text().notNull(),
    definition: jsonb().$type<ToolDefinition>().notNull(),
    /** Whether the last list had it. What was allowed once is kept for people who ask what changed. */
    current: boolean().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.connection_id, t.digest] }),
    index("connection_tools_digest")
      .on(t.digest)
      .where(sql`not current`),
  ],
);
