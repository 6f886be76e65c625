import { mayChangeAutomation } from "./rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { queueDescription, queueName } from "#contract/queues/queues.ts";
import { z } from "#contract/zod.ts";
import { BoundRevision } from "./automation-revisions.ts";
import { automationArea as area } from "./automations.ts";

// What a draft binds. A revision that is active or was refuses every change.

const writing = { scope: "team", by: "automation_id", role: "team:builder" } as const;
const one = z.strictObject({ automation_id: idOf("automation"), revision_id: idOf("automation_revision") });
const reply = z.strictObject({ revision: BoundRevision });

export const setAutomationRevisionAgent = endpoint({
  name: "setAutomationRevisionAgent",
  method: "PUT",
  path: "/v2/automations/{automation_id}/revisions/{revision_id}/agents/{agent_id}",
  area,
  summary: "Choose the build of a member agent in a draft, replacing the previous one",
  access: writing,
  may: mayChangeAutomation,
  records: "automation_revision.updated",
  changes: ["automation"],
  params: z.strictObject({ ...one.shape, agent_id: idOf("agent") }),
  body: z.strictObject({ build_id: uuid }),
  reply,
  errors: ["revision_fixed", "not_a_member"],
});

export const removeAutomationRevisionAgent = endpoint({
  name: "removeAutomationRevisionAgent",
  method: "DELETE",
  path: "/v2/automations/{automation_id}/revisions/{revision_id}/agents/{agent_id}",
  area,
  summary: "Remove an agent from a draft; queues routed to it become unassigned",
  access: writing,
  may: mayChangeAutomation,
  records: "automation_revision.updated",
  changes: ["automation"],
  params: z.strictObject({ ...one.shape, agent_id: idOf("agent") }),
  reply,
  errors: ["revision_fixed"],
});

export const setAutomationRevisionQueue = endpoint({
  name: "setAutomationRevisionQueue",
  method: "PUT",
  path: "/v2/automations/{automation_id}/revisions/{revision_id}/queues/{case_queue_id}",
  area,
  summary: "Route, pause or rename a member queue in a draft; absent fields do not change",
  access: writing,
  may: mayChangeAutomation,
  records: "automation_revision.updated",
  changes: ["automation"],
  params: z.strictObject({ ...one.shape, case_queue_id: idOf("queue") }),
  body: z.strictObject({
    /** An agent that the draft binds; null routes to nobody. */
    agent_id: uuid.nullable().optional(),
    enabled: z.boolean().optional(),
    name: queueName.nullable().optional(),
    description: queueDescription.nullable().optional(),
  }),
  reply,
  errors: ["revision_fixed", "not_a_member"],
});
