import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/platform/db/columns.ts";
import { apiKeys } from "#server/teams/teams.table.ts";

/**
 * What the authorization server keeps: clients, consents that are asked for, codes and tokens. What somebody holds is here by its hash only.
 * Whoever revokes the key takes all of it.
 */
export const oauthRecords = pgTable(
  "oauth_records",
  {
    /** The library's word for it, as in `AccessToken`. */
    kind: text().notNull(),
    hash: text().notNull(),
    payload: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    /** The consent that a code or token comes from. */
    grant_hash: text(),
    /** The key that a code or token stands for. */
    key_id: uuid().references(() => apiKeys.id, { onDelete: "cascade" }),
    expires_at: instant().notNull(),
    consumed_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.hash] }),
    index("oauth_records_expires").on(t.expires_at),
    index("oauth_records_grant").on(t.grant_hash),
    index("oauth_records_key").on(t.key_id),
  ],
);
