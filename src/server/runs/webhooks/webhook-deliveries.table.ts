import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "#server/platform/db/columns.ts";
import { runs } from "#server/engine/runs.table.ts";

/** Events on their way to a run's `webhook_url`. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: id(),
    run_id: uuid()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    team_id: uuid().notNull(),
    /** What it tells of: each event once. */
    event_id: bigint({ mode: "number" }).unique("webhook_deliveries_event"),
    url: text().notNull(),
    /** Of `url`, with its port: hosts take few deliveries at a time each. */
    host: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(coalesce(substring(url from '^[^/]*//([^/?#]*)'), ''))`),
    event: text().notNull(),
    status: text().notNull(),
    attempt: integer().notNull().default(0),
    /** When to try (again); null once delivered or given up. */
    next_attempt_at: instant().default(sql`now()`),
    delivered_at: instant(),
    last_error: text(),
    created_at: createdAt(),
  },
  (t) => [
    // A run that goes takes them with it.
    index("webhook_deliveries_run").on(t.run_id),
    index("webhook_deliveries_due")
      .on(t.next_attempt_at)
      .where(sql`next_attempt_at is not null`),
    index("webhook_deliveries_host")
      .on(t.host, t.next_attempt_at)
      .where(sql`next_attempt_at is not null`),
    index("webhook_deliveries_done")
      .on(t.created_at)
      .where(sql`next_attempt_at is null`),
  ],
);
