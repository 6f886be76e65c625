import { idKinds } from "#contract/ids.ts";

const agentIds = idKinds({
  agent: "agent",
  agent_rubric: "rubric of the agent",
  automation: "automation",
  automation_revision: "revision of the automation",
  folder: "folder",
  revision: "revision",
  slot: "integration, or of the slot itself",
  suggestion: "suggestion",
});

type AgentIds = typeof agentIds;
declare module "#contract/ids.ts" {
  interface IdCatalogue extends AgentIds {}
}
