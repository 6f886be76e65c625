import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "#server/platform/db/columns.ts";
import { runs } from "#server/engine/runs.table.ts";

/** Pictures in the results of tools, for models that take pictures. The result of the call names each by its place. */
export const runPictures = pgTable(
  "run_pictures",
  {
    run_id: uuid()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    tool_call_id: text().notNull(),
    /** From 1. */
    place: integer().notNull(),
    media_type: text().notNull(),
    /** As it came, in base64. */
    data: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.tool_call_id, t.place] })],
);
