import { createHash, randomUUID } from "node:crypto";
import { putCodeBlob } from "#contract/agents/code-blobs.ts";
import { atLeast } from "#contract/roles.ts";
import { exampleConfigs } from "#server/gates/example-configs.ts";
import { agentOf, draftOf, folderOf, integrationOf, slotOf } from "#server/gates/stage/agents.ts";
import { queueOf } from "#server/gates/stage/queues.ts";
import { roleIn, type Stage } from "#server/gates/stage/stage.ts";
import { furtherTeamOf } from "#server/gates/stage/teams.ts";
import { type Examples, ofAgent, page, team } from "./example.ts";

const configFields = ["config", "build.config"].flatMap((at) => [
  `body.${at}|1.data.source|1.bundle.files[].sizeBytes`,
  `body.${at}|1.data.source|1.bundle.files`,
  // Tools of connections, of which there are none yet.
  `body.${at}|0.data.tools[].type`,
]);

/** Fields that name other agents, as lists or as one. */
const peerFields = (...names: string[]) => names.flatMap((name) => [`body.${name}`, `body.${name}[]`]);

function blob(): { sha256: string; bytes: string } {
  const bytes = `print("${randomUUID()}")\n`;
  return { sha256: createHash("sha256").update(bytes).digest("hex"), bytes };
}

async function revisionOf(stage: Stage): Promise<{ agent_id: string; build_id: string }> {
  const { id, buildId } = await agentOf(stage);
  return { agent_id: id, build_id: buildId };
}

export const agentsExamples: Examples<"agentFolders" | "agentMove" | "agentTies" | "agents" | "codeBlobs" | "revisions" | "slots"> = {
  agentFolders: {
    listAgentFolders: { input: team },
    createAgentFolder: {
      input: async (stage) => ({
        ...team(stage),
        body: { name: `Folder ${randomUUID()}`, parent_folder_id: await folderOf(stage) },
      }),
      compared: ["body.parent_folder_id"],
    },
    updateAgentFolder: {
      input: async (stage) => ({
        params: { folder_id: await folderOf(stage) },
        body: { name: `Folder ${randomUUID()}`, parent_folder_id: await folderOf(stage) },
      }),
      compared: ["body.parent_folder_id"],
    },
    deleteAgentFolder: {
      input: async (stage) => ({ params: { folder_id: await folderOf(stage) }, query: { force: "true" } }),
    },
    previewAgentFolderDeletion: { input: async (stage) => ({ params: { folder_id: await folderOf(stage) } }) },
    moveAgentsToFolder: {
      input: async (stage) => ({
        ...team(stage),
        body: { agent_ids: [(await agentOf(stage)).id], folder_id: await folderOf(stage) },
      }),
      compared: ["body.agent_ids", "body.agent_ids[]", "body.folder_id"],
    },
  },
  agentMove: {
    moveAgent: {
      input: async (stage) => ({
        ...(await ofAgent(stage)),
        query: { dry_run: "false" },
        body: { target_team_id: await furtherTeamOf(stage), move_learnings: true, bypass_standalone_gate: false },
      }),
      twoTeams: true,
      compared: ["body.target_team_id"],
    },
  },
  agentTies: {
    listAgentCallers: { input: ofAgent },
    previewAgentDeletion: { input: ofAgent, owned: "forbidden" },
  },
  agents: {
    listAgents: {
      input: (stage) => ({
        ...team(stage),
        query: {
          ...page,
          include_schedules: "true",
          automation_id: randomUUID(),
          folder_id: randomUUID(),
          search: "Example",
          health: "idle",
        },
      }),
      also: (_stage, { params }) => [
        { params, query: { ...page, folder_id: "root" } },
        { params, query: { ...page, health: "any" } },
      ],
    },
    createAgent: {
      input: async (stage) => ({
        ...team(stage),
        body: {
          name: "Further agent",
          type: "agent",
          thread_id: randomUUID(),
          source_build_id: (await agentOf(stage)).buildId,
          build: { name: "First", config: exampleConfigs(stage.teamId)[0] },
        },
      }),
      also: (stage, { params, body }) =>
        exampleConfigs(stage.teamId).map((config) => ({
          params,
          body: { ...body, automation_id: randomUUID(), build: { name: "First", config } },
        })),
      compared: ["body.automation_id", "body.source_build_id", ...configFields],
    },
    getAgent: { input: ofAgent },
    updateAgent: {
      input: async (stage) => {
        const { params } = await ofAgent(stage);
        const rest = {
          name: "Other name",
          slack_enabled: true,
          microsoft_teams_enabled: true,
          agentic_memory_enabled: false,
          thread_id: randomUUID(),
        };
        return { params, body: { pinned: true, ...(atLeast(roleIn(stage), "team:builder") && rest) } };
      },
      owned: "forbidden",
    },
    deleteAgent: { input: ofAgent, owned: "forbidden" },
  },
  codeBlobs: {
    listMissingCodeBlobs: { input: (stage) => ({ ...team(stage), body: { sha256: [blob().sha256] } }) },
    putCodeBlob: {
      input: ({ teamId }) => {
        const { sha256, bytes } = blob();
        return { params: { teamId, sha256 }, bytes };
      },
    },
    getCodeBlob: {
      input: async ({ service, teamId, owner }) => {
        const { sha256, bytes } = blob();
        await service.ok(putCodeBlob, { params: { teamId, sha256 }, bytes }, { as: owner });
        return { params: { teamId, sha256 } };
      },
    },
  },
  revisions: {
    listAgentRevisions: { input: async (stage) => ({ ...(await ofAgent(stage)), query: { ...page, status: "draft" } }) },
    createRevision: {
      input: async (stage) => {
        const agent = await agentOf(stage);
        const target = await agentOf(stage);
        return {
          params: { agent_id: agent.id },
          body: {
            name: "Second",
            config: exampleConfigs(stage.teamId)[0],
            handover_target_ids: [target.id],
            sub_agent_ids: [target.id],
            source_build_id: agent.buildId,
            selected_automation_revision_id: randomUUID(),
          },
        };
      },
      also: (stage, { params, body }) => [
        ...exampleConfigs(stage.teamId).map((config) => ({ params, body: { ...body, config } })),
        { params, body: { name: "Second", handover_to: randomUUID() } },
      ],
      owned: "forbidden",
      compared: ["body.source_build_id", ...peerFields("handover_target_ids", "sub_agent_ids", "handover_to"), ...configFields],
    },
    getRevision: {
      input: async (stage) => {
        const agent = await agentOf(stage);
        return { params: { agent_id: agent.id, build_id: agent.buildId } };
      },
    },
    updateRevision: {
      input: async (stage) => {
        const target = await agentOf(stage);
        const { buildId } = await draftOf(stage);
        return {
          params: { build_id: buildId },
          body: {
            config: exampleConfigs(stage.teamId)[0],
            handoverTargetIds: [target.id],
            subAgentIds: [target.id],
            revision_name: "Spring",
            revision_description: "Asks first",
            selected_automation_revision_id: randomUUID(),
          },
        };
      },
      also: (stage, { params, body }) => [
        ...exampleConfigs(stage.teamId).map((config) => ({ params, body: { ...body, config } })),
        { params, body: { handoverTo: randomUUID(), expected_updated_at: "2026-01-31T09:30:00Z" } },
      ],
      owned: "forbidden",
      compared: ["body.expected_updated_at", ...peerFields("handoverTargetIds", "subAgentIds", "handoverTo"), ...configFields],
    },
    discardRevision: {
      input: async (stage) => ({ params: { build_id: (await draftOf(stage)).buildId } }),
      owned: "forbidden",
    },
    promoteRevision: {
      input: async (stage) => ({
        params: { build_id: (await draftOf(stage)).buildId },
        body: { revision_name: "Spring", revision_description: "Asks first" },
      }),
      owned: "forbidden",
    },
  },
  slots: {
    listRevisionIntegrations: { input: async (stage) => ({ params: await revisionOf(stage) }) },
    attachRevisionIntegrations: {
      input: async (stage) => ({ params: await revisionOf(stage), body: { integration_ids: [await integrationOf(stage)] } }),
      owned: "forbidden",
      compared: ["body.integration_ids", "body.integration_ids[]"],
    },
    removeRevisionIntegration: { input: async (stage) => ({ params: await slotOf(stage) }), owned: "forbidden" },
    listRevisionIntegrationQueues: { input: async (stage) => ({ params: await slotOf(stage) }) },
    replaceRevisionIntegrationQueues: {
      input: async (stage) => ({ params: await slotOf(stage), body: { queue_ids: [await queueOf(stage)] } }),
      owned: "forbidden",
      compared: ["body.queue_ids", "body.queue_ids[]"],
    },
    getRevisionCaseQueueSetup: { input: async (stage) => ({ params: await revisionOf(stage) }) },
  },
};
