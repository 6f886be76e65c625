import type { Stage } from "#server/gates/stage/stage.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import { triggerOf } from "#server/gates/stage/cases.ts";
import { queueOf } from "#server/gates/stage/queues.ts";
import type { Examples } from "./example.ts";

const ofTrigger = async (stage: Stage) => {
  const { agent_id, trigger_id } = await triggerOf(stage);
  return { params: { agent_id, trigger_id } };
};

export const caseTriggersExamples: Examples<"caseTriggers"> = {
  caseTriggers: {
    listAgentCaseTriggers: { input: async (stage) => ({ params: { agent_id: (await triggerOf(stage)).agent_id } }) },
    createAgentCaseTrigger: {
      input: async (stage) => ({
        params: { agent_id: (await agentOf(stage)).id },
        body: { case_queue_id: await queueOf(stage), enabled: false, concurrency: 1 as const },
      }),
      compared: ["body.case_queue_id"],
      owned: "forbidden",
    },
    previewAgentCaseTriggerConflicts: {
      input: async (stage) => ({
        params: { agent_id: (await agentOf(stage)).id },
        query: { case_queue_id: await queueOf(stage) },
      }),
      compared: ["query.case_queue_id"],
    },
    getAgentCaseTrigger: { input: ofTrigger },
    updateAgentCaseTrigger: {
      input: async (stage) => ({
        ...(await ofTrigger(stage)),
        body: { case_queue_id: await queueOf(stage), enabled: false, concurrency: 1 as const },
      }),
      compared: ["body.case_queue_id"],
      owned: "forbidden",
    },
    deleteAgentCaseTrigger: { input: ofTrigger, owned: "forbidden" },
    previewAgentCaseTriggerDeletion: { input: ofTrigger, owned: "forbidden" },
  },
};
