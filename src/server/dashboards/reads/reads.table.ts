import { foreignKey, index, json, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { connections } from "#server/connections/connections/connections.table.ts";
import { artifactConnections, artifacts } from "#server/dashboards/dashboards.table.ts";
import { createdAt, id, instant } from "#server/platform/db/columns.ts";

/** What a row of an answer has, by the names of its fields. */
export type ReadRow = Readonly<Record<string, unknown>>;

/** The tools that a dashboard's creator was asked about, each as it was defined then. */
export const artifactTools = pgTable(
  "artifact_tools",
  {
    artifact_id: uuid().notNull(),
    connection_id: uuid().notNull(),
    digest: text().notNull(),
    /** As the server calls it. */
    tool: text().notNull(),
    /** Null: the creator has not let the dashboard read with it. */
    confirmed_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.artifact_id, t.connection_id, t.digest] }),
    foreignKey({
      columns: [t.artifact_id, t.connection_id],
      name: "artifact_tools_attached_fk",
      foreignColumns: [artifactConnections.artifact_id, artifactConnections.connection_id],
    }).onDelete("cascade"),
  ],
);

/** Calls of tools that gave a dashboard values, each with what it answered last. A refresh makes them again. */
export const artifactReads = pgTable(
  "artifact_reads",
  {
    id: id(),
    artifact_id: uuid()
      .notNull()
      .references(() => artifacts.id, { onDelete: "cascade" }),
    /** What queries call it by. */
    name: text().notNull(),
    /** Null: the connection is gone. Its values stay. */
    connection_id: uuid().references(() => connections.id, { onDelete: "set null" }),
    connection_name: text().notNull(),
    tool: text().notNull(),
    arguments: json().$type<Readonly<Record<string, unknown>>>().notNull(),
    rows: jsonb().$type<readonly ReadRow[]>().notNull(),
    read_at: instant().notNull(),
    /** Why it could not be read again. */
    failure: text(),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex("artifact_reads_name").on(t.artifact_id, t.name), index("artifact_reads_connection").on(t.connection_id)],
);
