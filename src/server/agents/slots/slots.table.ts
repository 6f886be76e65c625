import { toolPolicies } from "#contract/connections/slot-tools.ts";
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { revisions } from "#server/agents/agents/agents.table.ts";
import { connections } from "#server/connections/connections/connections.table.ts";
import { customIntegrations } from "#server/connections/integrations/custom-integrations.table.ts";
import { createdAt, id, oneOf } from "#server/platform/db/columns.ts";
import { users } from "#server/teams/teams.table.ts";

/** What kinds of integration a revision uses: each of the built-in catalog, or of the team's, once. */
export const revisionSlots = pgTable(
  "revision_slots",
  {
    id: id(),
    build_id: uuid()
      .notNull()
      .references(() => revisions.id, { onDelete: "cascade" }),
    /** Of the built-in catalog. */
    integration_id: uuid(),
    custom_integration_id: uuid().references(() => customIntegrations.id, { onDelete: "cascade" }),
    integration_type: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex("revision_slots_integration").on(t.build_id, t.integration_id),
    uniqueIndex("revision_slots_custom_integration").on(t.build_id, t.custom_integration_id),
    index("revision_slots_custom").on(t.custom_integration_id),
  ],
);

/** Which connections a person's runs use in a slot. */
export const slotPins = pgTable(
  "slot_pins",
  {
    slot_id: uuid()
      .notNull()
      .references(() => revisionSlots.id, { onDelete: "cascade" }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    connection_id: uuid()
      .notNull()
      .references(() => connections.id, { onDelete: "cascade" }),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.slot_id, t.user_id, t.connection_id] }),
    index("slot_pins_connection").on(t.connection_id),
    index("slot_pins_user").on(t.user_id),
  ],
);

/**
 * What runs of a revision may do with a tool of a server: chosen for its definition, by digest, and for this address of the server. Without a row a
 * person is asked.
 */
export const slotToolPolicies = pgTable(
  "slot_tool_policies",
  {
    slot_id: uuid()
      .notNull()
      .references(() => revisionSlots.id, { onDelete: "cascade" }),
    server_url: text().notNull(),
    /** As the server calls it. */
    name: text().notNull(),
    policy: text({ enum: toolPolicies }).notNull(),
    digest: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.slot_id, t.server_url, t.name] }),
    oneOf("policy", toolPolicies),
    index("slot_tool_policies_digest").on(t.digest),
  ],
);
