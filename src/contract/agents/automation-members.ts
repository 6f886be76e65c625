import { endpoint } from "#contract/endpoint.ts";
import { Success, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { automationArea as area, one, writing } from "./automations.ts";
import { mayChangeAutomation } from "./rights.ts";

/** As many agents, and as many queues, belong to one automation (ours): a page of each list holds all of them. */
export const maxMembers = 100;

export const addAutomationAgent = endpoint({
  name: "addAutomationAgent",
  method: "POST",
  path: "/v2/automations/{automation_id}/agents",
  area,
  summary: "Add an agent; it does not change until a revision of the automation is activated",
  access: writing,
  may: mayChangeAutomation,
  records: "automation.updated",
  changes: ["automation", "agent"],
  params: one,
  body: z.strictObject({ agent_id: uuid }),
  reply: Success,
  errors: ["in_other_automation", "too_many"],
});

export const removeAutomationAgent = endpoint({
  name: "removeAutomationAgent",
  method: "DELETE",
  path: "/v2/automations/{automation_id}/agents/{agent_id}",
  area,
  summary: "Delete a member agent; active runs are interrupted and drafts lose it",
  access: writing,
  may: mayChangeAutomation,
  records: "automation.updated",
  changes: [
    "schedule",
    "event_trigger",
    "automation",
    "agent",
    "agent_folder",
    "revision",
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
  params: z.strictObject({ automation_id: idOf("automation"), agent_id: idOf("agent") }),
  reply: Success,
});

export const addAutomationQueue = endpoint({
  name: "addAutomationQueue",
  method: "POST",
  path: "/v2/automations/{automation_id}/queues",
  area,
  summary: "Add a queue; its name then has to be unique within a revision instead of within the team",
  access: { scope: "team", by: "automation_id", role: "team:manager" },
  may: mayChangeAutomation,
  records: "automation.updated",
  changes: ["automation", "queue"],
  params: one,
  body: z.strictObject({ case_queue_id: uuid }),
  reply: Success,
  errors: ["in_other_automation", "too_many"],
});

export const removeAutomationQueue = endpoint({
  name: "removeAutomationQueue",
  method: "DELETE",
  path: "/v2/automations/{automation_id}/queues/{case_queue_id}",
  area,
  summary: "Delete a member queue with its cases; drafts lose it",
  access: { scope: "team", by: "automation_id", role: "team:manager" },
  may: mayChangeAutomation,
  records: "automation.updated",
  changes: [
    "case",
    "queue",
    "label",
    "case_run",
    "case_attachment",
    "run",
    "run_message",
    "human_request",
    "case_approval",
    "revision_slot",
    "automation",
    "agent",
    "case_trigger",
  ],
  params: z.strictObject({ automation_id: idOf("automation"), case_queue_id: idOf("queue") }),
  reply: Success,
});
