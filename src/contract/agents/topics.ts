import { topics } from "#contract/topics.ts";

const agentTopics = topics({
  agent: { by: "agent_id" },
  agent_folder: { by: "folder_id" },
  revision: {},
  revision_slot: { by: "build_id" },
  builder_run: { by: "build_id" },
  automation: { by: "automation_id" },
  memory: { by: "agent_id" },
  evaluation: { by: "agent_id" },
  suggestion: { by: "agent_id" },
});

type AgentTopics = typeof agentTopics;
declare module "#contract/topics.ts" {
  interface TopicCatalogue extends AgentTopics {}
}
