import { mayChangeAutomation } from "./rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, page, Success, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { automationArea as area } from "./automations.ts";
import { revisionDescription, revisionName } from "./revisions.ts";

export const automationRevisionStatuses = ["draft", "active", "historic"] as const;

/** Which build of an agent runs. */
const AgentBinding = record("AgentBinding", {
  agent_id: uuid,
  agent_name: z.string(),
  build_id: uuid,
  build_name: z.string(),
  build_number: int53,
  /** The agent was deleted since: activating the revision leaves it out. */
  deleted: z.boolean(),
});

/** Which agent works a queue, and what the revision calls it. */
const QueueBinding = record("QueueBinding", {
  queue_id: uuid,
  queue_name: z.string(),
  agent_id: uuid.nullable(),
  enabled: z.boolean(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  deleted: z.boolean(),
});

export const AutomationRevision = record("AutomationRevision", {
  id: uuid,
  automation_id: uuid,
  name: z.string().nullable(),
  description: z.string().nullable(),
  status: z.enum(automationRevisionStatuses),
  /** Given by the first activation; a draft has none. */
  revision_number: int53.nullable(),
  base_revision_id: uuid.nullable(),
  created_by: uuid.nullable(),
  created_by_name: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  /** The last time it became active. */
  activated_at: timestamp.nullable(),
});
export type AutomationRevision = z.output<typeof AutomationRevision>;

export const BoundRevision = record("BoundRevision", {
  ...AutomationRevision.shape,
  agents: z.array(AgentBinding),
  queues: z.array(QueueBinding),
});
export type BoundRevision = z.output<typeof BoundRevision>;

const reading = { scope: "team", by: "automation_id", role: "team:member" } as const;
const writing = { scope: "team", by: "automation_id", role: "team:builder" } as const;
const all = z.strictObject({ automation_id: idOf("automation") });
const one = z.strictObject({ automation_id: idOf("automation"), revision_id: idOf("automation_revision") });
const reply = z.strictObject({ revision: BoundRevision });

export const listAutomationRevisions = endpoint({
  name: "listAutomationRevisions",
  method: "GET",
  path: "/v2/automations/{automation_id}/revisions",
  area,
  summary: "The revisions of an automation: drafts first, then by number, the newest first",
  access: reading,
  reads: ["automation"],
  params: all,
  query: z.strictObject(page(20, 100)),
  reply: z.strictObject({ revisions: z.array(AutomationRevision), total: int53, limit: z.int(), offset: int53 }),
});

export const createAutomationRevision = endpoint({
  name: "createAutomationRevision",
  method: "POST",
  path: "/v2/automations/{automation_id}/revisions",
  area,
  summary: "Create a draft with the bindings of `base_revision_id`, else the active revision, else the newest",
  access: writing,
  may: mayChangeAutomation,
  records: "automation_revision.created",
  changes: ["automation"],
  params: all,
  body: z.strictObject({
    name: revisionName.optional(),
    description: revisionDescription.optional(),
    base_revision_id: uuid.optional(),
  }),
  reply,
  status: 201,
  creates: "replayed",
});

export const getAutomationRevision = endpoint({
  name: "getAutomationRevision",
  method: "GET",
  path: "/v2/automations/{automation_id}/revisions/{revision_id}",
  area,
  summary: "One revision with its bindings",
  access: reading,
  reads: ["automation", "agent", "queue", "revision", "revision_slot", "case_trigger"],
  params: one,
  reply,
});

export const deleteAutomationRevision = endpoint({
  name: "deleteAutomationRevision",
  method: "DELETE",
  path: "/v2/automations/{automation_id}/revisions/{revision_id}",
  area,
  summary: "Delete a draft",
  access: writing,
  may: mayChangeAutomation,
  records: "automation_revision.deleted",
  changes: ["automation"],
  params: one,
  reply: Success,
  errors: ["revision_fixed"],
});

export const activateAutomationRevision = endpoint({
  name: "activateAutomationRevision",
  method: "POST",
  path: "/v2/automations/{automation_id}/revisions/{revision_id}/activate",
  area,
  summary: "Make a draft or an earlier revision active: live builds of its agents, names of its queues and case triggers change at once",
  access: writing,
  may: mayChangeAutomation,
  records: "automation_revision.activated",
  changes: [
    "automation",
    "agent",
    "revision",
    "queue",
    "case_trigger",
    "suggestion",
    "run",
    "run_message",
    "human_request",
    "case_approval",
    "case",
    "case_run",
  ],
  params: one,
  body: z.strictObject({
    name: revisionName.optional(),
    description: revisionDescription.nullable().optional(),
    /** Cases that a run was started for and that it has not begun with go over to this revision too. Others are worked on by it anyway. */
    repin_pending_cases: z.boolean().optional(),
  }),
  reply,
  errors: ["already_live", "queue_names_clash", "routing_conflict", "generation_active"],
});
