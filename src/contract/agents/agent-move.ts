import { endpoint } from "#contract/endpoint.ts";
import { int53, Named, queryFlag, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** Something that an agent has in its team, and what becomes of it in the other one. */
const Instance = record("MovedInstance", {
  agent_id: uuid,
  agent_name: z.string(),
  integration_type: z.string(),
  integration_name: z.string(),
  instance_name: z.string(),
  decision: z.enum(["reuse", "needs_reconnect", "unmatched_integration", "custom_to_rebuild"]),
});

export const AgentMove = record("AgentMove", {
  source_team_id: uuid,
  target_team_id: uuid,
  root_agent_id: uuid,
  /** The agent itself first. */
  agents: z.array(Named),
  queues: z.array(record("MovedQueue", { id: uuid, name: z.string(), item_count: int53 })),
  total_case_items: int53,
  total_runs: int53,
  skills_to_clone: z.array(Named),
  files_to_copy: z.array(record("MovedFile", { path: z.string() })),
  warnings: z.strictObject({
    outcome: z.strictObject({
      instances_reconnected: z.array(Instance),
      /** Here secrets and logins: they stay with their team and are attached anew. */
      instances_disconnected: z.array(Instance),
      custom_integrations_to_rebuild: z.array(
        record("IntegrationToRebuild", { agent_id: uuid, agent_name: z.string(), custom_integration_name: z.string() }),
      ),
      catalog_rows_created_on_target: int53,
    }),
    dropped_folders: z.array(Named),
    dropped_memory_count: int53,
    /** Ours: event triggers that are deleted, because they wait for what happens in the team that the agent leaves. */
    dropped_event_triggers_count: int53,
    files_copied_count: int53,
    /** Paths at which the other team has a file already: that one is used. */
    files_skipped_conflict: z.array(z.string()),
  }),
  options: z.strictObject({ move_learnings: z.boolean() }),
  applied: z.boolean(),
});
export type AgentMove = z.output<typeof AgentMove>;

/** As many runs are moved before the answer. More of them follow in a job of both teams (ours). */
export const maxRunsMovedAtOnce = 500;

export const moveAgent = endpoint({
  name: "moveAgent",
  method: "POST",
  path: "/v2/agents/{agent_id}/move",
  area: "Agents",
  summary: "Move an agent with revisions, runs and memory to another team of the organization; `dry_run` only previews it",
  access: { scope: "team", by: "agent_id", role: "team:manager" },
  records: "agent.moved",
  changes: [
    "schedule",
    "event_trigger",
    "agent",
    "agent_folder",
    "revision",
    "run",
    "human_request",
    "case_approval",
    "queue",
    "case",
    "file",
    "skill",
    "memory",
    "secret",
    "login",
    "automation",
  ],
  params: z.strictObject({ agent_id: idOf("agent") }),
  query: z.strictObject({ dry_run: queryFlag.optional() }),
  body: z.strictObject({
    target_team_id: uuid,
    /** Whether its memory goes along; it is deleted otherwise. */
    move_learnings: z.boolean().optional(),
    /** Whether connected agents and queues go along; such an agent is not moved otherwise. */
    bypass_standalone_gate: z.boolean().optional(),
  }),
  reply: AgentMove,
  errors: ["forbidden", "ASSIGNMENT_NOT_STANDALONE", "agents_at_work", "still_moving", "name_taken", "too_many", "storage_full"],
});
