import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { EventFacts, TriggerFilter, UnmatchedField } from "#contract/schedules/trigger-filter.ts";
import { matchOutcomes, triggerSlugs, triggerTypes } from "#contract/schedules/trigger-words.ts";
import { connections } from "#server/connections/connections/connections.table.ts";
import { agents } from "#server/agents/agents/agents.table.ts";
import { runs } from "#server/engine/runs.table.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

export const eventTriggers = pgTable(
  "event_triggers",
  {
    id: id(),
    agent_id: uuid()
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    /** For whom its runs act. */
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    integration_slug: text({ enum: triggerSlugs }).notNull(),
    trigger_type: text({ enum: triggerTypes }).notNull(),
    filter_config: jsonb().$type<TriggerFilter>().notNull(),
    integration_instance_id: uuid().notNull(),
    /** The same, where that is a connection: it goes with it. */
    connection_id: uuid().references(() => connections.id, { onDelete: "cascade" }),
    enabled: boolean().notNull(),
    /** What happened before starts nothing: when it was made, resumed, or given another type. */
    listens_since: createdAt(),
    auto_disabled_at: instant(),
    auto_disabled_reason: text(),
    consecutive_missing_connection_failures: integer().notNull().default(0),
    first_missing_connection_failure_at: instant(),
    last_missing_connection_failure_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("integration_slug", triggerSlugs),
    oneOf("trigger_type", triggerTypes),
    uniqueIndex("event_triggers_one").on(t.agent_id, t.user_id, t.integration_slug),
    index("event_triggers_user").on(t.user_id),
    index("event_triggers_connection")
      .on(t.connection_id)
      .where(sql`connection_id is not null`),
    index("event_triggers_source")
      .on(t.integration_instance_id)
      .where(sql`integration_slug = 'webhook'`),
    index("event_triggers_type")
      .on(t.trigger_type)
      .where(sql`enabled`),
  ],
);

/** What happened, for the triggers that listen. The key of a delivery keeps it from being taken twice. */
export const triggerEvents = pgTable(
  "trigger_events",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** The team, for events of the service itself. */
    source_id: uuid().notNull(),
    type: text({ enum: triggerTypes }).notNull(),
    dedupe_key: text().notNull(),
    facts: jsonb().$type<EventFacts>().notNull(),
    /** Of another service: what it sent, a JSON object as its text, which keeps its numbers as they are. */
    content: text(),
    bytes: integer().notNull().default(0),
    /** How often it was delivered. */
    deliveries: integer().notNull().default(1),
    /** A person sent it to try what it does. */
    test: boolean().notNull().default(false),
    /** The only person whose triggers hear of it. Null: everyone's do. */
    only_for: uuid(),
    /** The run that caused it. */
    run_id: uuid(),
    occurred_at: instant().notNull(),
    /** Null until each trigger that listens has a row for it. */
    matched_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    oneOf("type", triggerTypes),
    uniqueIndex("trigger_events_once").on(t.source_id, t.type, t.dedupe_key),
    index("trigger_events_team").on(t.team_id),
    index("trigger_events_of_sources")
      .on(t.source_id, t.created_at)
      .where(sql`source_id <> team_id`),
    index("trigger_events_created").on(t.created_at),
    index("trigger_events_unmatched")
      .on(t.source_id, t.id)
      .where(sql`matched_at is null`),
  ],
);

/** What came of each event for each trigger. The key keeps one from starting two runs. */
export const triggerMatches = pgTable(
  "trigger_matches",
  {
    event_id: uuid()
      .notNull()
      .references(() => triggerEvents.id, { onDelete: "cascade" }),
    trigger_id: uuid()
      .notNull()
      .references(() => eventTriggers.id, { onDelete: "cascade" }),
    /** 0: what the trigger made of it. Every replay has a row of its own. */
    replay: integer().notNull().default(0),
    outcome: text({ enum: matchOutcomes }).notNull(),
    failing_field: text(),
    unmatched: jsonb().$type<UnmatchedField[]>().notNull().default([]),
    run_id: uuid().references(() => runs.id, { onDelete: "set null" }),
    /** How many triggers led to it, this one counted. */
    hops: integer().notNull(),
    /** When to start its run (again); null once that is decided. The only truth about what waits. */
    next_attempt_at: instant(),
    started_at: instant(),
    occurred_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.event_id, t.trigger_id, t.replay] }),
    oneOf("outcome", matchOutcomes),
    index("trigger_matches_trigger").on(t.trigger_id, t.occurred_at, t.event_id),
    index("trigger_matches_started")
      .on(t.trigger_id, t.started_at)
      .where(sql`started_at is not null`),
    index("trigger_matches_run").on(t.run_id),
    index("trigger_matches_due")
      .on(t.trigger_id, t.next_attempt_at, t.event_id)
      .where(sql`next_attempt_at is not null`),
  ],
);
