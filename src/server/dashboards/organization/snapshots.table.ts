import { index, json, pgTable, uuid } from "drizzle-orm/pg-core";
import type { PageAnswers } from "#contract/dashboards/answers.ts";
import type { Page } from "#contract/dashboards/page.ts";
import { artifacts } from "#server/dashboards/dashboards.table.ts";
import { createdAt } from "#server/platform/db/columns.ts";
import { users } from "#server/teams/teams.table.ts";

/** What a publisher saw of a dashboard and agreed to show to the organization. */
export const artifactSnapshots = pgTable(
  "artifact_snapshots",
  {
    artifact_id: uuid()
      .primaryKey()
      .references(() => artifacts.id, { onDelete: "cascade" }),
    publisher_user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    page: json().$type<Page>().notNull(),
    /** Figures without the lists that they count. */
    answers: json().$type<PageAnswers>().notNull(),
    created_at: createdAt(),
  },
  (t) => [index("artifact_snapshots_publisher").on(t.publisher_user_id)],
);
