import { index, pgTable, unique, uuid } from "drizzle-orm/pg-core";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { builderRuns } from "#server/agents/generation/builder-runs.table.ts";
import { clarityProcesses, claritySnapshots } from "#server/clarity/processes/processes.table.ts";
import { createdAt, id } from "#server/platform/db/columns.ts";
import { users } from "#server/teams/teams.table.ts";

/** Drafts that were built from proposals. A proposal is built once: asked for again it is the same draft. */
export const clarityAutomations = pgTable(
  "clarity_automations",
  {
    id: id(),
    process_id: uuid()
      .notNull()
      .references(() => clarityProcesses.id, { onDelete: "cascade" }),
    /** What a version says about its steps never changes: whether a draft is out of date follows from which proposal is live. */
    proposal_id: uuid()
      .notNull()
      .references(() => claritySnapshots.id, { onDelete: "cascade" }),
    agent_id: uuid()
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    /** The draft. */
    build_id: uuid()
      .notNull()
      .references(() => revisions.id, { onDelete: "cascade" }),
    builder_run_id: uuid()
      .notNull()
      .references(() => builderRuns.id, { onDelete: "cascade" }),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
  },
  (t) => [
    unique("clarity_automations_proposal").on(t.proposal_id),
    index("clarity_automations_process").on(t.process_id, t.created_at, t.id),
    index("clarity_automations_agent").on(t.agent_id),
    index("clarity_automations_build").on(t.build_id),
    index("clarity_automations_builder_run").on(t.builder_run_id),
    index("clarity_automations_user").on(t.created_by),
  ],
);
