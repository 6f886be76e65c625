import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { deleteAutomation } from "#contract/agents/automations.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import { automationOf, automationQueueOf } from "#server/gates/stage/automations.ts";
import { queueOf } from "#server/gates/stage/queues.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { type Examples, page, team } from "./example.ts";

const ofAutomation = async (stage: Stage) => ({ params: { automation_id: (await automationOf(stage)).automation_id } });
const ofRevision = async (stage: Stage) => {
  const { automation_id, revision_id } = await automationOf(stage);
  return { params: { automation_id, revision_id } };
};

export const automationsExamples: Examples<
  "automationBindings" | "automationFlow" | "automationMembers" | "automationRevisions" | "automationTriggers" | "automations"
> = {
  automationBindings: {
    setAutomationRevisionAgent: {
      input: async (stage) => {
        const params = await automationOf(stage);
        const { builds } = await stage.service.ok(
          listAgentRevisions,
          { params: { agent_id: params.agent_id }, query: {} },
          { as: stage.owner },
        );
        return { params, body: { build_id: builds[0]?.id ?? "" } };
      },
      owned: "forbidden",
      compared: ["body.build_id"],
    },
    removeAutomationRevisionAgent: { input: async (stage) => ({ params: await automationOf(stage) }), owned: "forbidden" },
    setAutomationRevisionQueue: {
      input: async (stage) => {
        const { agent_id, ...params } = await automationQueueOf(stage);
        return { params, body: { agent_id, enabled: false, name: "Refunds", description: "Wait for a decision" } };
      },
      owned: "forbidden",
      compared: ["body.agent_id"],
    },
  },
  automationFlow: {
    getAutomationCurrent: { input: ofAutomation },
    getAutomationCurrentFlow: { input: ofAutomation },
    getAutomationRevisionFlow: { input: ofRevision },
  },
  automationRevisions: {
    listAutomationRevisions: { input: async (stage) => ({ ...(await ofAutomation(stage)), query: page }) },
    createAutomationRevision: {
      input: async (stage) => {
        const { automation_id, revision_id } = await automationOf(stage);
        return { params: { automation_id }, body: { name: "Spring", description: "Asks first", base_revision_id: revision_id } };
      },
      owned: "forbidden",
      compared: ["body.base_revision_id"],
    },
    getAutomationRevision: { input: ofRevision },
    deleteAutomationRevision: { input: ofRevision, owned: "forbidden" },
    activateAutomationRevision: {
      input: async (stage) => ({
        ...(await ofRevision(stage)),
        body: { name: "Spring", description: "Asks first", repin_pending_cases: true },
      }),
      owned: "forbidden",
    },
  },
  automationTriggers: { getAutomationRevisionTriggers: { input: ofRevision } },
  automations: {
    listAutomations: { input: (stage) => ({ ...team(stage), query: { ...page, deleted: "true", search: "Refunds" } }) },
    createAutomation: { input: (stage) => ({ ...team(stage), body: { name: "Refunds" } }) },
    getAutomation: { input: ofAutomation },
    updateAutomation: { input: async (stage) => ({ ...(await ofAutomation(stage)), body: { name: "Other name" } }), owned: "forbidden" },
    deleteAutomation: { input: ofAutomation, owned: "forbidden" },
    previewAutomationDeletion: { input: ofAutomation, owned: "forbidden" },
    restoreAutomation: {
      input: async (stage) => {
        const { automation_id } = await automationOf(stage);
        await stage.service.ok(deleteAutomation, { params: { automation_id } }, { as: stage.owner });
        return { params: { teamId: stage.teamId, automation_id } };
      },
      owned: "forbidden",
    },
  },
  automationMembers: {
    addAutomationAgent: {
      input: async (stage) => ({ ...(await ofAutomation(stage)), body: { agent_id: (await agentOf(stage)).id } }),
      owned: "forbidden",
      compared: ["body.agent_id"],
    },
    removeAutomationAgent: {
      input: async (stage) => {
        const { automation_id, agent_id } = await automationOf(stage);
        return { params: { automation_id, agent_id } };
      },
      owned: "forbidden",
    },
    addAutomationQueue: {
      input: async (stage) => ({ ...(await ofAutomation(stage)), body: { case_queue_id: await queueOf(stage) } }),
      compared: ["body.case_queue_id"],
    },
    removeAutomationQueue: {
      input: async (stage) => {
        const { automation_id, case_queue_id } = await automationQueueOf(stage);
        return { params: { automation_id, case_queue_id } };
      },
    },
  },
};
