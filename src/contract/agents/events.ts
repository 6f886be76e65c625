import { change, event } from "#contract/event.ts";
import { uuid } from "#contract/fields.ts";

const ofAgent = { agent_id: uuid };
const ofAutomation = { automation_id: uuid };
const ofGeneration = { builder_run_id: uuid };

export const agentEvents = {
  "agent.created": change("agent"),
  "agent.updated": change("agent"),
  "agent.moved": change("agent", { target_team_id: uuid }),
  "agent.deleted": change("agent"),
  "agent.memory_changed": change("agent"),
  "agent.rubrics_changed": change("agent"),
  "agent_folder.created": change("agent_folder"),
  "agent_folder.updated": change("agent_folder"),
  "agent_folder.deleted": change("agent_folder"),
  "revision.created": change("revision", ofAgent),
  "revision.updated": change("revision"),
  "revision.discarded": change("revision"),
  "revision.promoted": change("revision"),
  "revision.agreed": change("revision", ofAgent),
  "revision.connections_changed": change("revision", ofAgent),
  "revision.secrets_changed": change("revision", ofAgent),
  "revision.logins_changed": change("revision", ofAgent),
  "revision.generation_started": change("revision"),
  /** A model asks, or has written what a person has to decide about. */
  "revision.generation_waiting": event("revision", ofGeneration),
  "revision.generation_answered": change("revision", ofGeneration),
  "revision.generation_accepted": change("revision", ofGeneration),
  "revision.generation_declined": change("revision", ofGeneration),
  "revision.generation_canceled": change("revision", ofGeneration),
  "suggestion.made": event("suggestion", ofAgent),
  "suggestion.applied": change("suggestion"),
  "suggestion.rejected": change("suggestion"),
  "automation.created": change("automation"),
  "automation.updated": change("automation"),
  "automation.deleted": change("automation"),
  "automation.restored": change("automation"),
  "automation_revision.created": change("automation_revision", ofAutomation),
  "automation_revision.updated": change("automation_revision", ofAutomation),
  "automation_revision.activated": change("automation_revision", ofAutomation),
  "automation_revision.deleted": change("automation_revision", ofAutomation),
};
