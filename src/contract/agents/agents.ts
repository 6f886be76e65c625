import { endpoint } from "#contract/endpoint.ts";
import { int53, name, Named, page, queryFlag, Success, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { queryOf } from "#contract/list-query.ts";
import { record } from "#contract/record.ts";
import { AgentHealth } from "./agent-health.ts";
import { agentList } from "./agent-list.ts";
import { mayChangeAgent } from "./rights.ts";
import { z } from "#contract/zod.ts";
import { Config, stepTypes } from "./config.ts";
import { Revision } from "./revisions.ts";

const Person = record("AgentPerson", { id: uuid, name: z.string().nullable(), email: z.string() });

export const Agent = record("Agent", {
  id: uuid,
  name: z.string(),
  /** The kind of step. In the sources it is an input of creation only; a client cannot draw an agent without it. */
  type: z.enum(stepTypes),
  slack_enabled: z.boolean().nullable(),
  microsoft_teams_enabled: z.boolean().nullable(),
  agentic_memory_enabled: z.boolean().nullable(),
  team_id: uuid,
  thread_id: uuid.nullable(),
  folder_id: uuid.nullable(),
  automation_id: uuid.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  created_by: Person.nullable(),
  updated_by: Person.nullable(),
});
export type Agent = z.output<typeof Agent>;

export const AgentRow = record("AgentRow", {
  ...Agent.shape,
  pinned_at: timestamp.nullable(),
  last_run_at: timestamp.nullable(),
  latest_build: Revision.nullable(),
  /** What its latest revision is connected to. */
  integration_configs: z.array(
    record("AgentIntegration", {
      id: uuid,
      integration_id: uuid,
      integration_type: z.string(),
      integration_name: z.string(),
      created_at: timestamp,
      icon_url: z.string().nullable(),
      is_connected: z.boolean(),
      linked_queue_names: z.array(z.string()).nullable(),
    }),
  ),
  /** Which chats start it; none does yet. */
  user_triggers: z.strictObject({ slack_mention: z.boolean(), slack_channel: z.boolean(), teams_mention: z.boolean() }),
  /** Whether the cases of a queue start it, which queue, and the other agents that it starts too. */
  case_trigger_enabled: z.boolean(),
  case_trigger_has_conflict: z.boolean(),
  case_trigger_conflicting_agents: z.array(Named),
  case_queue_name: z.string().nullable(),
  /** The live revision's id, if any (ours: the list shows which agents can run). */
  live_build_id: uuid.nullable(),
  /** Ours: null unless the list is asked for it. */
  health: AgentHealth.nullable(),
});
export type AgentRow = z.output<typeof AgentRow>;

const area = "Agents";
const reply = z.strictObject({
  agent: Agent,
  user_context: z.strictObject({ pinned_at: timestamp.nullable() }),
});

export const listAgents = endpoint({
  name: "listAgents",
  method: "GET",
  path: "/v2/teams/{teamId}/agents",
  area,
  summary: "The agents of a team: one's pins first, then by last change",
  access: { scope: "team", by: "teamId", role: "team:member" },
  // A run moves when the agent ran last, and its health: so do what waits for a decision, and connections.
  reads: ["agent", "schedule", "run", "builder_run", "revision_slot", "connection"],
  params: z.strictObject({ teamId: idOf("team") }),
  query: z.strictObject({
    ...page(20, 100),
    include_schedules: queryFlag.optional(),
    automation_id: uuid.optional(),
    /**
     * Ours: part of the name, or of the description or instructions of the latest revision, case ignored; only what lies directly in a folder, or
     * in none (`root`); and one group by health or `any`, what needs attention first.
     */
    ...queryOf(agentList),
  }),
  reply: z.strictObject({
    agents: z.array(AgentRow),
    total: int53,
    limit: z.int(),
    offset: int53,
    /** Ours: how many agents each group by health has, whichever of them is listed. Null unless the list is asked for it. */
    health: z.strictObject({ attention: int53, healthy: int53, idle: int53 }).nullable(),
  }),
});

export const createAgent = endpoint({
  name: "createAgent",
  method: "POST",
  path: "/v2/teams/{teamId}/agents",
  area,
  summary: "Create an agent, with its first revision when `build` is given; that one is live",
  access: { scope: "team", by: "teamId", role: "team:builder" },
  changes: ["agent", "revision", "agent_folder"],
  params: z.strictObject({ teamId: idOf("team") }),
  body: z.strictObject({
    name,
    type: z.enum(stepTypes).optional(),
    thread_id: uuid.nullable().optional(),
    /** Copied, with what lies beside its configuration; of a build that comes with `build` only the queues it takes cases from. */
    source_build_id: uuid.nullable().optional(),
    automation_id: uuid.nullable().optional(),
    build: z.strictObject({ name, config: Config }).optional(),
  }),
  reply: z.strictObject({ agent: Agent, build: Revision.optional() }),
  status: 201,
  errors: ["step_family_fixed", "missing_blobs", "wrong_bucket", "too_many"],
  creates: "replayed",
});

export const getAgent = endpoint({
  name: "getAgent",
  method: "GET",
  path: "/v2/agents/{agent_id}",
  area,
  summary: "One agent",
  access: { scope: "team", by: "agent_id", role: "team:member" },
  reads: ["agent"],
  params: z.strictObject({ agent_id: idOf("agent") }),
  reply,
});

export const updateAgent = endpoint({
  name: "updateAgent",
  method: "PATCH",
  path: "/v2/agents/{agent_id}",
  area,
  summary: "Change name or settings (Builders: their own agents), or pin it for oneself (anyone)",
  access: { scope: "team", by: "agent_id", role: "team:member" },
  records: "agent.updated",
  may: mayChangeAgent,
  changes: ["agent", "agent_folder", "run"],
  params: z.strictObject({ agent_id: idOf("agent") }),
  body: z.strictObject({
    name: name.optional(),
    slack_enabled: z.boolean().optional(),
    microsoft_teams_enabled: z.boolean().optional(),
    agentic_memory_enabled: z.boolean().optional(),
    thread_id: uuid.nullable().optional(),
    pinned: z.boolean().optional(),
  }),
  reply,
  errors: ["forbidden"],
});

export const deleteAgent = endpoint({
  name: "deleteAgent",
  method: "DELETE",
  path: "/v2/agents/{agent_id}",
  area,
  summary: "Delete an agent with its revisions; active runs are interrupted, past runs stay readable",
  access: { scope: "team", by: "agent_id", role: "team:builder" },
  records: "agent.deleted",
  may: mayChangeAgent,
  changes: [
    "schedule",
    "event_trigger",
    "agent",
    "agent_folder",
    "revision",
    "automation",
    "run",
    "run_message",
    "human_request",
    "case_approval",
    "queue",
    "case",
    "case_run",
    "case_trigger",
    "builder_run",
    "memory",
    "suggestion",
    "evaluation",
  ],
  params: z.strictObject({ agent_id: idOf("agent") }),
  reply: Success,
});
