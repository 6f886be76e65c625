import { pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "#server/platform/db/columns.ts";
import { users } from "#server/teams/teams.table.ts";

/** Who signs in with the provider of the company, by what it calls them: an address there may go to somebody else. Nothing that it gave out is kept. */
export const providerAccounts = pgTable(
  "provider_accounts",
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** As it was when they were connected: for people to recognize. */
    email: text(),
    created_at: createdAt(),
  },
  (t) => [unique("provider_accounts_subject").on(t.issuer, t.subject)],
);
