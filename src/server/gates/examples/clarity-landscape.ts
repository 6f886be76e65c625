import { randomUUID } from "node:crypto";
import { addPerson } from "#server/clarity/landscape/people.store.ts";
import { insertProcess } from "#server/clarity/processes/processes.store.ts";
import { linkedOf, placedOf, proposalOf } from "#server/gates/stage/clarity.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { type Examples, page } from "./example.ts";

const dbOf = (stage: Stage) => stage.service.app.services.store.db;

const ofPlace = async (stage: Stage) => {
  const { orgId, nodeId } = await placedOf(stage);
  return { params: { orgId, nodeId } };
};

const ofLink = async (stage: Stage) => {
  const { orgId, linkId } = await linkedOf(stage);
  return { params: { orgId, process_link_id: linkId } };
};

async function personOf(stage: Stage) {
  const { orgId, teamId, nodeId, processId } = await placedOf(stage);
  const personId = (await addPerson(dbOf(stage), processId, { userId: stage.service.ids[stage.as], email: undefined })) ?? "";
  return { params: { orgId, nodeId, personId }, query: { teamId } };
}

export const clarityLandscapeExamples: Examples<"clarityLandscape" | "clarityLinks" | "clarityNodes" | "clarityPeople"> = {
  clarityLandscape: {
    getClarityProcessTree: {
      input: async (stage) => {
        const { orgId, nodeId } = await placedOf(stage);
        return { params: { orgId }, query: { rootId: nodeId } };
      },
      compared: ["query.rootId"],
    },
    listClarityLandscapeCaptures: {
      input: async (stage) => ({
        params: { orgId: (await placedOf(stage)).orgId },
        query: { limit: 50, includeTranscripts: "true" as const },
      }),
    },
    getClarityProcessLandscape: {
      input: async (stage) => {
        const { orgId, areaId } = await linkedOf(stage);
        return { params: { orgId }, query: { rootId: areaId } };
      },
      also: (_stage, { params }) => [{ params, query: {} }],
      compared: ["query.rootId"],
    },
  },
  clarityNodes: {
    createClarityLandscapeNode: {
      input: async (stage) => {
        const { orgId, nodeId } = await placedOf(stage);
        const body = { name: `Sales ${randomUUID()}`, parentId: nodeId, ownerLabel: "Head of sales", description: "All of it" };
        return { params: { orgId }, body: { ...body, creationMode: "proposal" as const } };
      },
      compared: ["body.parentId"],
    },
    proposeClarityLandscapeProcess: {
      input: async (stage) => {
        const { orgId, nodeId, teamId } = await placedOf(stage);
        return { params: { orgId }, body: { name: "Collect payments", description: "By phone", parentId: nodeId, teamId } };
      },
      also: (_stage, { params }) => [{ params, body: { name: "Write reminders" } }],
      compared: ["body.parentId", "body.teamId"],
    },
    createClarityProcessNode: {
      input: async (stage) => {
        const { orgId, teamId, nodeId } = await placedOf(stage);
        const { id: processId } = await insertProcess(dbOf(stage), {
          team_id: teamId,
          user_id: stage.service.ids[stage.as],
          name: "Book travel",
        });
        return { params: { orgId }, body: { processId, parentId: nodeId } };
      },
      compared: ["body.processId", "body.parentId"],
    },
    updateClarityLandscapeNode: {
      input: async (stage) => ({ ...(await ofPlace(stage)), body: { name: "Pay a supplier", ownerLabel: "Head of sales" } }),
    },
    setClarityLandscapeNodePlacement: {
      input: async (stage) => ({ ...(await ofPlace(stage)), body: { parentId: (await placedOf(stage)).nodeId } }),
      compared: ["body.parentId"],
    },
    assignClarityLandscapeNodeTeam: {
      input: async (stage) => {
        const { orgId, teamId, nodeId } = await proposalOf(stage);
        return { params: { orgId, nodeId }, body: { teamId, intent: "accept-proposal" as const } };
      },
      compared: ["body.teamId"],
    },
    declineClarityLandscapeNode: {
      input: async (stage) => {
        const { orgId, nodeId } = await proposalOf(stage);
        return { params: { orgId, nodeId } };
      },
    },
    deleteClarityLandscapeNode: { input: ofPlace },
  },
  clarityLinks: {
    listClarityProcessLinks: {
      input: async (stage) => {
        const { orgId, from } = await linkedOf(stage);
        return { params: { orgId }, query: { ...page, node_id: from } };
      },
      compared: ["query.node_id"],
    },
    createClarityProcessLink: {
      input: async (stage) => {
        const { orgId, nodeId: source_node_id } = await placedOf(stage);
        const ends = { source_node_id, target_node_id: (await placedOf(stage)).nodeId };
        return { params: { orgId }, body: { ...ends, type: "hands_off_to" as const, state: "suggested" as const, confidence: 0.5 } };
      },
      compared: ["body.source_node_id", "body.target_node_id"],
    },
    updateClarityProcessLink: {
      input: async (stage) => {
        const { orgId, from, to, linkId } = await linkedOf(stage);
        const body = { source_node_id: to, target_node_id: from, type: "variant_of" as const, state: "confirmed" as const, confidence: 1 };
        return { params: { orgId, process_link_id: linkId }, body };
      },
      compared: ["body.source_node_id", "body.target_node_id"],
    },
    deleteClarityProcessLink: { input: ofLink },
  },
  clarityPeople: {
    listClarityLandscapeNodePeople: {
      input: async (stage) => {
        const {
          params: { orgId, nodeId },
          query,
        } = await personOf(stage);
        return { params: { orgId, nodeId }, query };
      },
      compared: ["query.teamId"],
    },
    updateClarityLandscapeNodePerson: {
      input: async (stage) => ({ ...(await personOf(stage)), body: { role: "Approver" } }),
      compared: ["query.teamId"],
    },
    batchAddClarityLandscapeNodePeople: {
      input: async (stage) => {
        const { orgId, nodeId } = await placedOf(stage);
        const people = [{ userId: stage.service.ids[stage.as] }, { email: `${randomUUID()}@example.com` }];
        return { params: { orgId }, body: { nodeIds: [nodeId], people } };
      },
      compared: ["body.nodeIds", "body.nodeIds[]", "body.people[].userId"],
    },
    getClarityHierarchyPeople: {
      input: async (stage) => {
        const {
          params: { orgId, nodeId },
        } = await personOf(stage);
        return { params: { orgId }, query: { rootId: nodeId } };
      },
      compared: ["query.rootId"],
    },
  },
};
