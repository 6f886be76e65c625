import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { connections } from "#server/connections/connections/connections.table.ts";
import { customIntegrations } from "#server/connections/integrations/custom-integrations.table.ts";
import { createdAt, id, instant } from "#server/platform/db/columns.ts";
import { sessions, teams, users } from "#server/teams/teams.table.ts";

/** Consents that somebody is on the way to give. A row is used once, within minutes, by the person it is of. */
export const oauthFlows = pgTable(
  "oauth_flows",
  {
    id: id(),
    /** Of the `state` that the browser brings back. */
    state_hash: text().notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** Null: an API key began it. */
    session_id: uuid().references(() => sessions.id, { onDelete: "cascade" }),
    /** The connection that is repaired in place. */
    connection_id: uuid().references(() => connections.id, { onDelete: "cascade" }),
    custom_integration_id: uuid().references(() => customIntegrations.id, { onDelete: "cascade" }),
    name: text().notNull(),
    type: text().notNull(),
    server_url: text().notNull(),
    oauth_provider: text(),
    oauth_provider_key: text(),
    issuer: text().notNull(),
    resource: text(),
    redirect_uri: text().notNull(),
    scopes: text().array().notNull(),
    /** The verifier of PKCE, sealed by the envelope. */
    sealed_verifier: text().notNull(),
    sealed_client: text().notNull(),
    return_url: text(),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (t) => [
    uniqueIndex("oauth_flows_state").on(t.state_hash),
    index("oauth_flows_expires").on(t.expires_at),
    index("oauth_flows_user").on(t.user_id),
    index("oauth_flows_session").on(t.session_id),
    index("oauth_flows_connection").on(t.connection_id),
  ],
);
