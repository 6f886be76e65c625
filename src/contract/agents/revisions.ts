import { mayChangeAgent } from "./rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { instant, int53, name, nameUpTo, page, Success, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { Schedule } from "#contract/schedules/schedule.ts";
import { z } from "#contract/zod.ts";
import { Config, handoverTargets } from "./config.ts";

export const revisionStatuses = ["draft", "live", "historic"] as const;

export const revisionName = nameUpTo(80);
export const revisionDescription = text(0, 500);

export const Revision = record("Revision", {
  id: uuid,
  /** The same as `agent_id`; both names are the specification's. */
  copilot_id: uuid,
  agent_id: uuid,
  name: z.string(),
  revision_name: z.string().nullable(),
  revision_description: z.string().nullable(),
  config: Config.nullable(),
  status: z.enum(revisionStatuses),
  revision_number: int53,
  parent_build_id: uuid.nullable(),
  /** Agents this revision may hand work to. Not in the specification's record; a client needs it to edit the list. */
  handover_target_ids: z.array(uuid),
  /** The one agent whose run begins by itself once a run of this revision has done its work. Excludes targets. */
  handover_to: uuid.nullable(),
  /** Ours: agents that this revision may ask in the middle of its work. The sources have them inside a configuration we do not take. */
  sub_agent_ids: z.array(uuid),
  created_by: uuid.nullable(),
  created_by_name: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  /** The caller's, at the live revision: schedules start whichever is live. */
  schedules: z.array(Schedule),
});
export type Revision = z.output<typeof Revision>;

/** What a builder run that is not over can be: until then the configuration belongs to it. */
export const openGenerations = ["not_started", "running", "waiting_for_input", "waiting_for_approve"] as const;

/** How many times of going live are told of a revision. */
export const mostMadeLive = 10;

/**
 * `open_generation` (ours): whether a draft can go live, or waits for a decision first, is seen in the list. `made_live` (ours): when it was made live,
 * the latest first; figures are marked by it.
 */
export const ListedRevision = record("ListedRevision", {
  ...Revision.shape,
  open_generation: z.enum(openGenerations).nullable(),
  made_live: z.array(timestamp).max(mostMadeLive),
});
export type ListedRevision = z.output<typeof ListedRevision>;

/**
 * A revision of the agent's automation that binds what comes of the change: a draft does so at once, for the active one a draft is made from it.
 * A historic one is refused, and one of another automation is ignored.
 */
export const selectedAutomationRevision = uuid.optional();

const area = "Revisions";
const reply = z.strictObject({ build: Revision });

export const listAgentRevisions = endpoint({
  name: "listAgentRevisions",
  method: "GET",
  path: "/v2/agents/{agent_id}/revisions",
  area,
  summary: "The revisions of an agent, newest first",
  access: { scope: "team", by: "agent_id", role: "team:member" },
  reads: ["revision", "builder_run", "schedule"],
  params: z.strictObject({ agent_id: idOf("agent") }),
  // The state is ours: of many revisions one is live.
  query: z.strictObject({ ...page(20, 100), status: z.enum(revisionStatuses).optional() }),
  reply: z.strictObject({ builds: z.array(ListedRevision), total: int53, limit: z.int(), offset: int53 }),
});

export const createRevision = endpoint({
  name: "createRevision",
  method: "POST",
  path: "/v2/agents/{agent_id}/revisions",
  area,
  summary: "Create a revision as a draft; absent parts are copied from `source_build_id` or else the live revision",
  access: { scope: "team", by: "agent_id", role: "team:builder" },
  may: mayChangeAgent,
  records: "revision.created",
  changes: ["revision", "agent", "automation"],
  params: z.strictObject({ agent_id: idOf("agent") }),
  body: z.strictObject({
    name,
    config: Config.optional(),
    handover_target_ids: handoverTargets.optional(),
    handover_to: uuid.nullable().optional(),
    /** Ours, as in the record. */
    sub_agent_ids: handoverTargets.optional(),
    source_build_id: uuid.optional(),
    selected_automation_revision_id: selectedAutomationRevision,
  }),
  reply: z.strictObject({ build: Revision, agent: z.strictObject({ id: uuid }) }),
  status: 201,
  errors: ["step_family_fixed", "missing_blobs", "wrong_bucket", "revision_fixed"],
  creates: "replayed",
});

export const getRevision = endpoint({
  name: "getRevision",
  method: "GET",
  path: "/v2/agents/{agent_id}/revisions/{build_id}",
  area,
  summary: "One revision",
  access: { scope: "team", by: "agent_id", role: "team:member" },
  reads: ["revision"],
  params: z.strictObject({ agent_id: idOf("agent"), build_id: idOf("revision") }),
  reply,
});

export const updateRevision = endpoint({
  name: "updateRevision",
  method: "PATCH",
  path: "/v2/revisions/{build_id}",
  area,
  summary: "Change configuration, name, description or handover targets of a revision",
  access: { scope: "team", by: "build_id", role: "team:builder" },
  may: mayChangeAgent,
  records: "revision.updated",
  changes: ["revision", "agent", "automation"],
  params: z.strictObject({ build_id: idOf("revision") }),
  body: z.strictObject({
    config: Config.optional(),
    handoverTargetIds: handoverTargets.optional(),
    /** Ours, named as the field above: the source changes targets only. */
    handoverTo: uuid.nullable().optional(),
    subAgentIds: handoverTargets.optional(),
    revision_name: revisionName.nullable().optional(),
    revision_description: revisionDescription.nullable().optional(),
    selected_automation_revision_id: selectedAutomationRevision,
    /** Ours: the `updated_at` of what the change was made from. When somebody changed the revision since, nothing is written. */
    expected_updated_at: instant.optional(),
  }),
  reply,
  errors: ["step_family_fixed", "missing_blobs", "wrong_bucket", "generation_active", "revision_changed", "revision_fixed"],
});

export const promoteRevision = endpoint({
  name: "promoteRevision",
  method: "POST",
  path: "/v2/revisions/{build_id}/promote",
  area,
  summary: "Make a draft or previous revision live; active runs keep their revision",
  access: { scope: "team", by: "build_id", role: "team:builder" },
  may: mayChangeAgent,
  records: "revision.promoted",
  changes: ["revision", "agent", "suggestion", "case_trigger"],
  params: z.strictObject({ build_id: idOf("revision") }),
  body: z.strictObject({
    revision_name: revisionName.optional(),
    revision_description: revisionDescription.nullable().optional(),
  }),
  reply: Success,
  errors: ["already_live", "generation_active", "in_automation"],
});

export const discardRevision = endpoint({
  name: "discardRevision",
  method: "DELETE",
  path: "/v2/revisions/{build_id}",
  area,
  summary: "Delete a draft; revisions that were live are kept",
  access: { scope: "team", by: "build_id", role: "team:builder" },
  may: mayChangeAgent,
  records: "revision.discarded",
  changes: ["revision", "agent"],
  ours: "Undoes the writing of a draft.",
  params: z.strictObject({ build_id: idOf("revision") }),
  reply: Success,
  errors: ["not_a_draft", "bound_by_draft"],
});
