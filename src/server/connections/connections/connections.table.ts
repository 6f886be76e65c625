import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { authMethods, brokenReasons, connectionProviders, transportTypes } from "#contract/connections/connection-words.ts";
import { customIntegrations } from "#server/connections/integrations/custom-integrations.table.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

/** Accounts at other services. What is sealed is sealed by the envelope for its own column, and opens in no other. */
export const connections = pgTable(
  "connections",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** Null: shared with the team. */
    user_id: uuid().references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The kind of integration it is of. */
    type: text().notNull(),
    provider: text({ enum: connectionProviders }).notNull(),
    server_url: text().notNull(),
    transport_type: text({ enum: transportTypes }).notNull().default("http"),
    auth_method: text({ enum: authMethods }).notNull(),
    /** Name and server as a search looks in them: folded once, by ICU's root collation, which knows the case of every script. */
    sought: text()
      .notNull()
      .generatedAlwaysAs(sql`lower((name || ' ' || server_url) collate "und-x-icu") collate "C"`),
    /** Of the built-in catalog. */
    integration_id: uuid(),
    custom_integration_id: uuid().references(() => customIntegrations.id, { onDelete: "cascade" }),
    /** Headers that anybody who sees the connection may read. */
    plain_headers: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
    /** The names of the sealed ones. */
    secret_header_names: text().array().notNull().default([]),
    sealed_headers: text(),
    oauth_provider: text(),
    oauth_provider_key: text(),
    oauth_scopes: text().array(),
    /** What the server said that a sign-in lacks. The next one asks for it. */
    wanted_scopes: text().array(),
    /** Who issued the tokens. They are sent to no other. */
    issuer: text(),
    /** Whom it acts as at the other service, as that service says. */
    account_label: text(),
    /** The client that the tokens were issued to. */
    sealed_client: text(),
    sealed_tokens: text(),
    /** Counts the tokens it has had: a refresh stores only where nobody else has. */
    generation: integer().notNull().default(0),
    access_expires_at: instant(),
    /** Until then one process refreshes the tokens, and no other. */
    refresh_until: instant(),
    broken_at: instant(),
    broken_reason: text({ enum: brokenReasons }),
    /** Whether its server answered when it was looked at last. Null: nobody has looked since it leads there with these headers. */
    answers: boolean(),
    /** Kept when the person leaves, so it refers to nobody. */
    created_by: uuid().notNull(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("provider", connectionProviders),
    oneOf("transport_type", transportTypes),
    oneOf("auth_method", authMethods),
    oneOf("broken_reason", brokenReasons),
    index("connections_team").on(t.team_id, t.user_id),
    // Everything that decides what is on a page of the list, in its order.
    index("connections_in_order").on(t.team_id, sql`name collate "und-x-icu"`, t.id, t.user_id, t.type, t.custom_integration_id),
    index("connections_custom_integration").on(t.custom_integration_id),
  ],
);
