import { Deletion, deletionOurs } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, name, page, Success, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { queryOf } from "#contract/list-query.ts";
import { record } from "#contract/record.ts";
import { automationList } from "./automation-list.ts";
import { mayChangeAutomation } from "./rights.ts";
import { z } from "#contract/zod.ts";

// An automation groups agents and queues that work together. Every team of this installation is on revision semantics: which builds of the
// agents run and how queues are routed is changed by activating a revision of the automation, never beside it. Members may be added at any
// time; they take part once a revision that binds them is active.

export const Automation = record("Automation", {
  id: uuid,
  team_id: uuid,
  name: z.string(),
  agent_count: int53,
  queue_count: int53,
  /** The revision that runs, or null before the first activation. */
  active_revision_id: uuid.nullable(),
  active_revision_number: int53.nullable(),
  created_by: uuid.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  /** When it was deleted; it can be restored. */
  deleted_at: timestamp.nullable(),
});
export type Automation = z.output<typeof Automation>;

export const automationArea = "Automations";
const area = automationArea;
const reply = z.strictObject({ automation: Automation });
/** Of which automation. */
export const one = z.strictObject({ automation_id: idOf("automation") });
export const writing = { scope: "team", by: "automation_id", role: "team:builder" } as const;

export const listAutomations = endpoint({
  name: "listAutomations",
  method: "GET",
  path: "/v2/teams/{teamId}/automations",
  area,
  summary: "The automations of a team, the last changed first; or the deleted ones",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["automation"],
  params: z.strictObject({ teamId: idOf("team") }),
  query: z.strictObject({
    ...page(20, 100),
    /** `search` is ours: part of the name, case ignored. */
    ...queryOf(automationList),
  }),
  reply: z.strictObject({ automations: z.array(Automation), total: int53, limit: z.int(), offset: int53 }),
});

export const createAutomation = endpoint({
  name: "createAutomation",
  method: "POST",
  path: "/v2/teams/{teamId}/automations",
  area,
  summary: "Create an automation, with its first agent and a draft revision that binds the agent's first build",
  access: { scope: "team", by: "teamId", role: "team:builder" },
  records: "automation.created",
  changes: ["automation", "agent", "queue", "revision"],
  params: z.strictObject({ teamId: idOf("team") }),
  body: z.strictObject({ name }),
  reply: z.strictObject({ automation: Automation, agent_id: uuid, revision_id: uuid }),
  status: 201,
  creates: "replayed",
});

export const getAutomation = endpoint({
  name: "getAutomation",
  method: "GET",
  path: "/v2/automations/{automation_id}",
  area,
  summary: "One automation",
  access: { scope: "team", by: "automation_id", role: "team:member" },
  reads: ["automation"],
  params: one,
  reply,
});

export const updateAutomation = endpoint({
  name: "updateAutomation",
  method: "PATCH",
  path: "/v2/automations/{automation_id}",
  area,
  summary: "Rename an automation (Builders: their own)",
  access: writing,
  records: "automation.updated",
  may: mayChangeAutomation,
  changes: ["automation"],
  params: one,
  body: z.strictObject({ name: name.optional() }),
  reply,
});

export const deleteAutomation = endpoint({
  name: "deleteAutomation",
  method: "DELETE",
  path: "/v2/automations/{automation_id}",
  area,
  summary: "Delete an automation with its agents and queues; active runs are interrupted, all else can be restored",
  access: writing,
  records: "automation.deleted",
  may: mayChangeAutomation,
  changes: ["automation", "agent", "queue", "run", "run_message", "human_request", "case_approval"],
  params: one,
  reply: Success,
});

export const previewAutomationDeletion = endpoint({
  name: "previewAutomationDeletion",
  method: "GET",
  path: "/v2/automations/{automation_id}/deletion",
  area,
  summary: "What deleting an automation would delete and stop; changes nothing",
  access: writing,
  may: mayChangeAutomation,
  reads: [],
  ours: deletionOurs,
  params: one,
  reply: Deletion,
});

export const restoreAutomation = endpoint({
  name: "restoreAutomation",
  method: "POST",
  path: "/v2/teams/{teamId}/automations/{automation_id}/restore",
  area,
  summary: "Restore a deleted automation with its agents and queues",
  access: { scope: "team", by: "teamId", role: "team:builder" },
  may: mayChangeAutomation,
  records: "automation.restored",
  changes: ["automation", "agent", "queue", "schedule"],
  ours: "The sources call the deletion restorable and name no operation for it.",
  params: z.strictObject({ teamId: idOf("team"), automation_id: idOf("automation") }),
  reply,
  errors: ["still_stopping"],
});
