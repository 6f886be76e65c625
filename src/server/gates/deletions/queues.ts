import { addAutomationQueue, removeAutomationQueue } from "#contract/agents/automation-members.ts";
import { setAutomationRevisionQueue } from "#contract/agents/automation-bindings.ts";
import { createCaseAttachmentUploadUrl } from "#contract/queues/case-attachments.ts";
import { deleteAgentCaseTrigger, previewAgentCaseTriggerDeletion } from "#contract/queues/case-triggers.ts";
import { createCaseView } from "#contract/queues/case-views.ts";
import { clearQueueCases, createCases, deleteCase, previewCaseDeletion } from "#contract/queues/cases.ts";
import { deleteQueueLabel, listQueueLabels, previewQueueLabelDeletion } from "#contract/queues/labels.ts";
import {
  detachQueueJsonSchema,
  previewQueueJsonSchemaDetachment,
  replaceQueueJsonSchema,
  updateQueueJsonSchemaSettings,
} from "#contract/queues/queue-json-schema.ts";
import { deleteQueue, previewQueueDeletion } from "#contract/queues/queues.ts";
import { agentOf, scriptedConfig } from "#server/gates/stage/agents.ts";
import { automationOf } from "#server/gates/stage/automations.ts";
import { caseSchema, queueOf, typedQueueOf } from "#server/gates/stage/queues.ts";
import { comes } from "#server/testing/patience/comes.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { labelInAddress } from "#server/queues/views/case-views.store.ts";
import { beginVersion, insertQueueRubrics } from "#server/queues/rubrics/queue-rubrics.store.ts";
import { attachQueues } from "#server/testing/cases.ts";
import { type Subject, idleCase, triggered, used, usedShows } from "./subject.ts";

const ofQueue = {
  cases: 3,
  attachments: 1,
  labels: 1,
  rubrics: 1,
  views: 1,
  triggers: 1,
  runs: 1,
  requests: 1,
  jobs: 1,
  starts: 1,
  ...usedShows,
  live: 2,
  automations: 1,
};

export const queueSubjects: Readonly<Record<string, Subject>> = {
  deleteQueue: {
    table: "queues",
    make: async (stage) => {
      const { queue_id } = await busyQueue(stage);
      const params = { queue_id };
      return {
        preview: () => withJob(stage, queue_id, () => stage.service.ok(previewQueueDeletion, { params })),
        remove: () => stage.service.ok(deleteQueue, { params }),
      };
    },
    shows: ofQueue,
  },
  removeAutomationQueue: {
    table: "queues",
    make: async (stage) => {
      const { queue_id, automation_id } = await busyQueue(stage);
      return {
        preview: () => withJob(stage, queue_id, () => stage.service.ok(previewQueueDeletion, { params: { queue_id } })),
        remove: () => stage.service.ok(removeAutomationQueue, { params: { automation_id, case_queue_id: queue_id } }),
      };
    },
    shows: ofQueue,
  },
  clearQueueCases: {
    table: "queues",
    stays: true,
    make: async (stage) => {
      const params = { queue_id: (await busyQueue(stage)).queue_id };
      return {
        preview: () => stage.service.ok(previewQueueDeletion, { params, query: { only: "cases" } }),
        remove: () => stage.service.ok(clearQueueCases, { params }),
      };
    },
    shows: { cases: 3, attachments: 1, runs: 1, requests: 1 },
  },
  deleteCase: {
    table: "cases",
    make: async (stage) => {
      const params = { case_id: (await busyQueue(stage)).taken };
      return {
        preview: () => stage.service.ok(previewCaseDeletion, { params }),
        remove: () => stage.service.ok(deleteCase, { params }),
      };
    },
    shows: { attachments: 1, runs: 1, requests: 1 },
    unspoken: {
      case_texts: "of the case itself",
      case_labels: "of the case itself",
      case_events: "of the case itself",
      case_evaluations: "of the case itself",
      case_job_results: "what became of it in a bulk change",
    },
  },
  deleteQueueLabel: {
    table: "queue_labels",
    make: async (stage) => {
      const { queue_id } = await busyQueue(stage);
      const params = { queue_id };
      await stage.service.ok(createCaseView, {
        params,
        body: { name: "March", scope: "personal", search: `status=failed&${labelInAddress({ key: "month", value: "March" })}` },
      });
      const { labels } = await stage.service.ok(listQueueLabels, { params, query: {} });
      const one = { queue_id, label_id: labels[0]?.id ?? "" };
      return {
        preview: () => stage.service.ok(previewQueueLabelDeletion, { params: one }),
        remove: () => stage.service.ok(deleteQueueLabel, { params: one }),
      };
    },
    shows: { labeled: 1, filters: 1 },
  },
  deleteAgentCaseTrigger: {
    table: "case_triggers",
    make: async (stage) => {
      const queue_id = await queueOf(stage);
      await idleCase(stage, queue_id);
      const { id: agent_id } = await agentOf(stage);
      const params = { agent_id, trigger_id: await triggered(stage, agent_id, queue_id) };
      return {
        preview: () => stage.service.ok(previewAgentCaseTriggerDeletion, { params }),
        remove: () => stage.service.ok(deleteAgentCaseTrigger, { params }),
      };
    },
    shows: { waiting: 1, idle: 1 },
  },
  detachQueueJsonSchema: {
    table: "queues",
    stays: true,
    make: async (stage) => {
      const params = { queue_id: (await typedQueueOf(stage)).queue_id };
      await stage.service.ok(updateQueueJsonSchemaSettings, { params, body: { guarded: true } });
      await attachQueues(stage.service.ok, stage.teamId, await agentOf(stage), { produces: [params.queue_id] });
      return {
        preview: () => stage.service.ok(previewQueueJsonSchemaDetachment, { params }),
        remove: () => stage.service.ok(detachQueueJsonSchema, { params }),
      };
    },
    shows: { adders: 1 },
  },
};

/** A queue with everything that can hang on one, and the case that a run has taken. */
export async function busyQueue(stage: Stage): Promise<{ queue_id: string; automation_id: string; taken: string }> {
  const { service, teamId } = stage;
  const queue_id = await queueOf(stage);
  const params = { queue_id };
  await service.ok(replaceQueueJsonSchema, { params, body: { schema: { ...caseSchema, required: [] }, change_summary: "First" } });
  await service.ok(createCaseView, { params, body: { name: "Late", scope: "team", search: "status=pending" } });
  const { db } = service.app.services.store;
  await beginVersion(db, queue_id, []);
  await insertQueueRubrics(db, queue_id, [{ title: "Sum", description: "Is it right?" }], { source: "manual", created_by: null });
  await used(stage, ({ agentId, buildId }) => attachQueues(service.ok, teamId, { id: agentId, buildId }, { produces: [queue_id] }));
  const worker = await agentOf(stage, scriptedConfig("call claim_case {}", 'approve "Go on?"'));
  await attachQueues(service.ok, teamId, worker, { consumes: [queue_id] });
  await triggered(stage, (await agentOf(stage)).id, queue_id, false);
  const { automation_id, agent_id, revision_id } = await automationOf(stage);
  await service.ok(addAutomationQueue, { params: { automation_id }, body: { case_queue_id: queue_id } });
  await service.ok(setAutomationRevisionQueue, { params: { automation_id, revision_id, case_queue_id: queue_id }, body: { agent_id } });
  const labels = [{ key: "month", value: "March" }];
  const cases = [{ title: "Taken", priority: "high" as const, labels }, { title: "Free" }, { title: "Judged" }];
  const { added_cases } = await service.ok(createCases, { params, body: { cases } });
  const [taken = "", free = "", judged = ""] = added_cases.map(({ id }) => id);
  const file = { filename: "note.txt", mime_type: "text/plain", size_bytes: 4 };
  await service.ok(createCaseAttachmentUploadUrl, { params: { queue_id, case_id: taken }, body: file });
  await service.pool.query("update cases set postponed_to = now() + interval '1 day', state = 'postponed' where id = $1", [free]);
  // Counted once more among those that passed.
  await service.pool.query("update cases set state = 'completed', completed_at = now(), passed = true where id = $1", [judged]);
  await triggered(stage, worker.id, queue_id);
  await comes("the run of a case", async () => {
    const { rows } = await service.pool.query("select from runs where case_queue_id = $1 and status = 'waiting'", [queue_id]);
    return rows[0];
  });
  return { queue_id, automation_id, taken };
}

/** Shows what a job that is under way would be shown as; it is gone before anything is compared. */
async function withJob<T>({ service }: Stage, queue_id: string, look: () => Promise<T>): Promise<T> {
  const job = `insert into case_jobs (id, queue_id, act, status, total) values (gen_random_uuid(), $1, '{"kind": "delete"}', 'running', 1)`;
  await service.pool.query(job, [queue_id]);
  const seen = await look();
  await service.pool.query("delete from case_jobs where queue_id = $1", [queue_id]);
  return seen;
}
