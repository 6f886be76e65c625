import { builderDecisions, builderRunStatuses } from "#contract/agents/builder-run.ts";
import type { Failure } from "#contract/runs/failures.ts";
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Config } from "#contract/agents/config.ts";
import type { Question } from "#contract/runs/human-requests.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import type { Turn } from "#server/engine/models/port.ts";
import type { BuilderFrame } from "./builder-frame.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { teams, users } from "#server/teams/teams.table.ts";

export const builderRuns = pgTable(
  "builder_runs",
  {
    id: id(),
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    agent_id: uuid()
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    build_id: uuid()
      .notNull()
      .references(() => revisions.id, { onDelete: "cascade" }),
    /** Counts the prompts of a revision: the highest is the latest, whatever the clock did. */
    prompt_number: integer().notNull(),
    user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    status: text({
      enum: builderRunStatuses,
    }).notNull(),
    prompt: text().notNull(),
    model: text().notNull(),
    context_run_id: uuid(),
    /** What the model is told beside prompt and draft; fixed when it was asked for, so that a resumed conversation stays the same. */
    context: text(),
    /** What the model may change, where that is not everything. */
    frame: jsonb().$type<BuilderFrame>(),
    /** The conversation with the model so far, and with it the whole state of the work. */
    turns: jsonb().$type<Turn[]>().notNull(),
    questions: jsonb().$type<Question[]>().notNull().default([]),
    checkpoint_config: jsonb().$type<Config>(),
    proposed_config: jsonb().$type<Config>(),
    summary: text(),
    failure: jsonb().$type<Failure>(),
    decision: text({ enum: builderDecisions }),
    decided_by: uuid().references(() => users.id, { onDelete: "set null" }),
    decision_note: text(),
    /** Transient faults in a row since the last progress. */
    attempt: integer().notNull().default(0),
    retry_reason: text(),
    retrying_since: instant(),
    /** Fencing, as in runs. */
    lease: integer().notNull().default(0),
    worker_id: uuid(),
    /** Of one that runs without a worker: when any of them may take it. */
    next_attempt_at: instant(),
    /** Since when its model says nothing, and whether it had begun to answer; null while it does say something. */
    silent_since: instant(),
    silent_within: boolean(),
    started_at: instant(),
    completed_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    oneOf("status", builderRunStatuses),
    oneOf("decision", builderDecisions),
    uniqueIndex("builder_runs_number").on(t.build_id, t.prompt_number),
    index("builder_runs_agent").on(t.agent_id),
    // Two open builder runs of a revision cannot exist, whatever the code above does.
    uniqueIndex("builder_runs_open")
      .on(t.build_id)
      .where(sql`status in ('not_started', 'running', 'waiting_for_input', 'waiting_for_approve')`),
    index("builder_runs_due")
      .on(t.created_at, t.id)
      .where(sql`status in ('not_started', 'running')`),
    index("builder_runs_worker")
      .on(t.worker_id)
      .where(sql`worker_id is not null`),
    index("builder_runs_waiting")
      .on(t.team_id, t.updated_at, t.id)
      .where(sql`status in ('waiting_for_input', 'waiting_for_approve')`),
  ],
);
