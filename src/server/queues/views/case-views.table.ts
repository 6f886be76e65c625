import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { NamedLabel } from "#contract/queues/case.ts";
import { casePriorities } from "#contract/queues/case.ts";
import { type CaseView, sortOrders } from "#contract/queues/case-views.ts";
import { createdAt, id, oneOf } from "#server/platform/db/columns.ts";
import { queues } from "#server/queues/queues/queues.table.ts";
import { users } from "#server/teams/teams.table.ts";

export const caseViews = pgTable(
  "case_views",
  {
    id: id(),
    queue_id: uuid()
      .notNull()
      .references(() => queues.id, { onDelete: "cascade" }),
    /** Null: it is the team's. */
    owner_id: uuid().references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    status: text().$type<CaseView["status"]>(),
    priority: text({ enum: casePriorities }),
    label: jsonb().$type<NamedLabel>(),
    search: text(),
    sort_order: text({ enum: sortOrders }).notNull(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("priority", casePriorities),
    oneOf("sort_order", sortOrders),
    uniqueIndex("case_views_own_name")
      .on(t.queue_id, t.owner_id, t.name)
      .where(sql`owner_id is not null`),
    uniqueIndex("case_views_team_name")
      .on(t.queue_id, t.name)
      .where(sql`owner_id is null`),
    index("case_views_owner").on(t.owner_id),
  ],
);
