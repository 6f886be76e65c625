import { change, event, subjects } from "#contract/event.ts";
import { uuid } from "#contract/fields.ts";

const of = subjects({
  agent: { by: "agent_id", in: "agent" },
  agent_folder: { by: "folder_id", in: "folder" },
  revision: { by: "build_id", in: "build" },
  automation: { by: "automation_id", in: "automation" },
  automation_revision: { by: "revision_id", in: "revision" },
  suggestion: { by: "id" },
});

const ofAgent = { agent_id: uuid };
const ofAutomation = { automation_id: uuid };
const ofGeneration = { builder_run_id: uuid };

export const agentEvents = {
  "agent.created": change(of.agent),
  "agent.updated": change(of.agent),
  "agent.moved": change(of.agent, { target_team_id: uuid }),
  "agent.deleted": change(of.agent),
  "agent.memory_changed": change(of.agent),
  "agent.rubrics_changed": change(of.agent),
  "agent_folder.created": change(of.agent_folder),
  "agent_folder.updated": change(of.agent_folder),
  "agent_folder.deleted": change(of.agent_folder),
  "revision.created": change(of.revision, ofAgent),
  "revision.updated": change(of.revision),
  "revision.discarded": change(of.revision),
  "revision.promoted": change(of.revision),
  "revision.agreed": change(of.revision, ofAgent),
  "revision.connections_changed": change(of.revision, ofAgent),
  "revision.secrets_changed": change(of.revision, ofAgent),
  "revision.logins_changed": change(of.revision, ofAgent),
  "revision.generation_started": change(of.revision),
  /** A model asks, or has written what a person has to decide about. */
  "revision.generation_waiting": event(of.revision, ofGeneration),
  "revision.generation_answered": change(of.revision, ofGeneration),
  "revision.generation_accepted": change(of.revision, ofGeneration),
  "revision.generation_declined": change(of.revision, ofGeneration),
  "revision.generation_canceled": change(of.revision, ofGeneration),
  "suggestion.made": event(of.suggestion, ofAgent),
  "suggestion.applied": change(of.suggestion),
  "suggestion.rejected": change(of.suggestion),
  "automation.created": change(of.automation),
  "automation.updated": change(of.automation),
  "automation.deleted": change(of.automation),
  "automation.restored": change(of.automation),
  "automation_revision.created": change(of.automation_revision, ofAutomation),
  "automation_revision.updated": change(of.automation_revision, ofAutomation),
  "automation_revision.activated": change(of.automation_revision, ofAutomation),
  "automation_revision.deleted": change(of.automation_revision, ofAutomation),
};

type AgentEvents = typeof agentEvents;
declare module "#contract/event.ts" {
  interface EventCatalogue extends AgentEvents {}
}
