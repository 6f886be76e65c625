import { setAutomationRevisionQueue } from "#contract/agents/automation-bindings.ts";
import { activateAutomationRevision } from "#contract/agents/automation-revisions.ts";
import { deleteAutomation, previewAutomationDeletion } from "#contract/agents/automations.ts";
import { addAutomationAgent, removeAutomationAgent } from "#contract/agents/automation-members.ts";
import { createAgentFolder, deleteAgentFolder, moveAgentsToFolder, previewAgentFolderDeletion } from "#contract/agents/agent-folders.ts";
import { previewAgentDeletion } from "#contract/agents/agent-ties.ts";
import { deleteAgent } from "#contract/agents/agents.ts";
import { generateRevision } from "#contract/agents/builder-runs.ts";
import { replaceEvalRubrics } from "#contract/agents/eval-rubrics.ts";
import { putAgentMemoryFile } from "#contract/agents/memory.ts";
import { updateRevision } from "#contract/agents/revisions.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { startRun } from "#contract/runs/runs.ts";
import { upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { triggerBody } from "#server/gates/stage/triggers.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { agentOf, folderOf } from "#server/gates/stage/agents.ts";
import { automationQueueOf } from "#server/gates/stage/automations.ts";
import { queueOf } from "#server/gates/stage/queues.ts";
import { comes } from "#server/testing/patience/comes.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { attachQueues } from "#server/testing/cases.ts";
import { type Subject, draftOf, idleCase, many, triggered, used, usedShows } from "./subject.ts";

/** Keeps only the name of what is deleted, for its past runs. */
const kept = "stays with the name of the agent";
const unspoken = {
  agent_pins: "who pinned it",
  clarity_automations: "the process stays, and another draft can be built from it",
  automation_revision_agents: "of the automation, which the preview names",
  revision_lives: "when each of its revisions was made live, which goes with them",
  human_requests: kept,
  run_evaluations: kept,
  runs: kept,
};

export const agentSubjects: Readonly<Record<string, Subject>> = {
  deleteAgent: {
    table: "agents",
    make: async (stage) => {
      const params = { agent_id: await busyAgent(stage) };
      return {
        preview: () => stage.service.ok(previewAgentDeletion, { params }),
        remove: () => stage.service.ok(deleteAgent, { params }),
      };
    },
    shows: {
      ...usedShows,
      revisions: 2,
      schedules: 1,
      eventTriggers: 1,
      memory: 1,
      rubrics: 1,
      suggestions: 1,
      runs: 2,
      asked: 1,
      requests: 2,
      generations: 1,
      started: 1,
      waiting: 1,
      idle: 1,
      assigned: 1,
    },
    unspoken,
  },
  removeAutomationAgent: {
    table: "agents",
    make: async (stage) => {
      const { automation_id, agent_id } = await busyAutomation(stage);
      return {
        preview: () => stage.service.ok(previewAgentDeletion, { params: { agent_id } }),
        remove: () => stage.service.ok(removeAutomationAgent, { params: { automation_id, agent_id } }),
      };
    },
    shows: { revisions: 1, automations: 1, running: 1, routed: 1 },
    unspoken: {
      ...unspoken,
      automations: "notes that it was changed",
      builder_runs: "this agent has none",
      cases: "none is assigned to this agent",
      case_triggers: "this agent has none",
      schedules: "this agent has none",
      event_triggers: "this agent has none",
      suggestions: "this agent has none",
    },
  },
  deleteAutomation: {
    table: "automations",
    make: async (stage) => {
      const { automation_id, case_queue_id: queue_id } = await automationQueueOf(stage);
      const paused = await agentOf(stage);
      await stage.service.ok(addAutomationAgent, { params: { automation_id }, body: { agent_id: paused.id } });
      await waitingRunOf(stage, paused.id);
      await scheduled(stage, paused.id);
      await triggered(stage, paused.id, await queueOf(stage), false);
      await triggered(stage, (await agentOf(stage)).id, queue_id);
      await used(stage, ({ agentId, buildId }) =>
        attachQueues(stage.service.ok, stage.teamId, { id: agentId, buildId }, { produces: [queue_id] }),
      );
      const params = { automation_id };
      return {
        preview: () => stage.service.ok(previewAutomationDeletion, { params }),
        remove: () => stage.service.ok(deleteAutomation, { params }),
      };
    },
    shows: { ...usedShows, agents: 2, queues: 1, runs: 1, requests: 1, scheduled: 1, listening: 1, paused: 1, starts: 1 },
    unspoken: {
      automation_revisions: "come back with it",
      automation_revision_agents: "come back with it",
      automation_revision_queues: "come back with it",
    },
  },
  deleteAgentFolder: {
    table: "agent_folders",
    make: async (stage) => {
      const { service, teamId } = stage;
      const folder_id = await folderOf(stage);
      const inFolder = { name: "Within", parent_folder_id: folder_id };
      const { folder } = await service.ok(createAgentFolder, { params: { teamId }, body: inFolder });
      const agent_ids = await Promise.all(Array.from({ length: many }, async () => (await agentOf(stage)).id));
      await service.ok(moveAgentsToFolder, { params: { teamId }, body: { agent_ids, folder_id: folder.id } });
      await service.ok(createQueue, { params: { teamId }, body: { name: "Filed", folder_id } });
      const params = { folder_id };
      return {
        preview: () => service.ok(previewAgentFolderDeletion, { params }),
        remove: () => service.ok(deleteAgentFolder, { params, query: { force: "true" } }),
      };
    },
    shows: { folders: 1, unfiled: many, unfiledQueues: 1 },
  },
};

/** An agent at work for another one, which a queue starts, with all that it has learned and is to learn. */
async function busyAgent(stage: Stage): Promise<string> {
  const { service } = stage;
  const asked = await agentOf(stage);
  const { id, buildId } = await agentOf(stage);
  await used(stage, ({ buildId: build_id }) => service.ok(updateRevision, { params: { build_id }, body: { handoverTo: id } }));
  const rubric = { title: "Says done", description: "Does it say that the work is done?" };
  await service.ok(replaceEvalRubrics, { params: { agentId: id }, body: { rubrics: [rubric] } });
  const draft = { build_id: await draftOf(stage, id) };
  await service.ok(generateRevision, { params: draft, body: { prompt: 'ask "Which tone?"', model: "scripted" } });
  const notes = { content: "Net 30", generation: null };
  await service.ok(putAgentMemoryFile, { params: { agent_id: id, path: "notes.md" }, body: notes });
  await service.pool.query(
    `insert into suggestions (id, agent_id, build_id, rubric_slug, title, description, dedup_key, addition, sources)
     values (gen_random_uuid(), $1, $2, 'slug', 'Say it', 'Why', 'once', 'Say done.', '[]')`,
    [id, buildId],
  );
  await scheduled(stage, id);
  const own = await waitingRunOf(stage, id);
  const child = await waitingRunOf(stage, asked.id);
  // Who asks another agent is at work until that one has answered.
  await service.pool.query("update runs set source = 'sub_agent', parent_run_id = $1 where id = $2", [own, child]);
  const queue_id = await queueOf(stage);
  await triggered(stage, id, queue_id);
  await service.pool.query(
    `insert into cases (id, queue_id, title, data, state, priority, agent_id, postponed_to)
     values (gen_random_uuid(), $1, 'Named', '', 'postponed', 0, $2, now() + interval '1 day')`,
    [queue_id, id],
  );
  await idleCase(stage, queue_id);
  return id;
}

async function scheduled({ service }: Stage, agent_id: string): Promise<void> {
  const body = { enabled: true, frequency: "daily", time: "00:00", timezone: "UTC" } as const;
  await service.ok(createSchedule, { params: { agent_id }, body });
  await service.ok(upsertAgentTrigger, { params: { agentId: agent_id }, body: triggerBody });
}

async function waitingRunOf({ service }: Stage, agent_id: string): Promise<string> {
  await service.ok(startRun, { body: { agent_id } });
  return comes("a run that waits", async () => {
    const { rows } = await service.pool.query<{ id: string }>("select id from runs where agent_id = $1 and status = 'waiting'", [agent_id]);
    return rows[0]?.id;
  });
}

/** An automation whose active revision has a queue start its agent. */
async function busyAutomation(stage: Stage): Promise<{ automation_id: string; agent_id: string }> {
  const { service } = stage;
  const { automation_id, revision_id, agent_id, case_queue_id } = await automationQueueOf(stage);
  await service.ok(setAutomationRevisionQueue, { params: { automation_id, revision_id, case_queue_id }, body: { agent_id } });
  await service.ok(activateAutomationRevision, { params: { automation_id, revision_id }, body: {} });
  return { automation_id, agent_id };
}
