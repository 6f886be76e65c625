import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAutomationQueue } from "#contract/agents/automations.ts";
import { setAutomationRevisionQueue } from "#contract/agents/automation-bindings.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import { attachRevisionLogin, createCredential, deleteCredential, previewCredentialDeletion } from "#contract/connections/logins.ts";
import { attachRevisionSecret, createSecret, deleteSecret, previewSecretDeletion } from "#contract/connections/secrets.ts";
import { type Deletion, type EffectKind, deletedKinds, stoppedKinds } from "#contract/deletion.ts";
import { createCaseAttachmentUploadUrl } from "#contract/queues/case-attachments.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { createCaseView } from "#contract/queues/case-views.ts";
import { clearQueueCases, createCases } from "#contract/queues/cases.ts";
import { deleteQueue, previewQueueDeletion } from "#contract/queues/queues.ts";
import { replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { beginVersion, insertQueueRubrics } from "#server/queues/queue-rubrics.store.ts";
import { attachQueues } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { agentOf, scriptedConfig } from "./stage/agents.ts";
import { automationOf } from "./stage/automations.ts";
import { caseSchema, queueOf } from "./stage/queues.ts";
import { type Stage, comes, stageFor } from "./stage/stage.ts";
import { quiet, storeDigest } from "./store-digest.ts";

let service: TestService;
let stage: Stage;
beforeAll(async () => {
  service = await startService();
  stage = stageFor(service);
});
afterAll(() => service.close());

/** The tables whose rows each part of a preview speaks for. */
const spokenFor: Record<EffectKind, readonly string[]> = {
  cases: ["cases", "case_texts", "case_labels", "case_events", "case_evaluations"],
  attachments: ["case_attachments", "orphaned_objects"],
  labels: ["queue_labels"],
  rubrics: ["queue_rubrics", "queue_versions"],
  views: ["case_views"],
  triggers: ["case_triggers"],
  runs: ["runs", "run_messages"],
  requests: ["human_requests", "case_approval_batches", "case_approvals"],
  jobs: ["case_jobs"],
  starts: ["case_triggers"],
  live: ["revision_slot_queues", "revision_secrets", "revision_logins"],
  automatic: ["case_triggers"],
  drafts: ["revision_slot_queues", "revision_secrets", "revision_logins"],
  previous: ["revision_slot_queues", "revision_secrets", "revision_logins"],
  automations: ["automation_revision_queues"],
};

interface Staged {
  readonly preview: () => Promise<Deletion>;
  readonly remove: () => Promise<unknown>;
}
interface Subject {
  /** Where the thing itself is a row. */
  readonly table: string;
  readonly make: () => Promise<Staged>;
  readonly shows: Partial<Record<EffectKind, number>>;
  /** Tables that a preview need not speak of, and why. */
  readonly unspoken?: Readonly<Record<string, string>>;
  /** The thing stays; only what the preview counts goes. */
  readonly stays?: true;
}

const subjects: Record<string, Subject> = {
  queue: {
    table: "queues",
    make: async () => {
      const queue_id = await busyQueue();
      const params = { queue_id };
      return {
        preview: () => withJob(queue_id, () => service.ok(previewQueueDeletion, { params })),
        remove: () => service.ok(deleteQueue, { params }),
      };
    },
    shows: {
      cases: 2,
      attachments: 1,
      labels: 1,
      rubrics: 1,
      views: 1,
      triggers: 1,
      runs: 1,
      requests: 1,
      jobs: 1,
      starts: 1,
      live: 2,
      automatic: 1,
      drafts: 1,
      previous: 1,
      automations: 1,
    },
  },
  "the cases of a queue": {
    table: "queues",
    stays: true,
    make: async () => {
      const queue_id = await busyQueue();
      const params = { queue_id };
      return {
        preview: () => service.ok(previewQueueDeletion, { params, query: { only: "cases" } }),
        remove: () => service.ok(clearQueueCases, { params }),
      };
    },
    shows: { cases: 2, attachments: 1, runs: 1, requests: 1 },
  },
  secret: {
    table: "secrets",
    make: async () => {
      const body = { name: "Mail provider", shared: true, values: { API_KEY: "one two three" } };
      const { id } = await service.ok(createSecret, { params: { teamId: stage.teamId }, body });
      await used((params) => service.ok(attachRevisionSecret, { params, body: { credentialId: id } }));
      return {
        preview: () => service.ok(previewSecretDeletion, { params: { id } }),
        remove: () => service.ok(deleteSecret, { params: { id } }),
      };
    },
    shows: { live: 1, automatic: 1, drafts: 1, previous: 1 },
  },
  login: {
    table: "logins",
    make: async () => {
      const person = { teamId: stage.teamId, userId: service.ids.owner };
      const body = { domain: "app.example.com", username: "clerk", password: "example password", shared: true };
      const { id } = await service.ok(createCredential, { params: person, body });
      await used((params) => service.ok(attachRevisionLogin, { params, body: { exposedCredentialId: id } }));
      const params = { ...person, id };
      return {
        preview: () => service.ok(previewCredentialDeletion, { params }),
        remove: () => service.ok(deleteCredential, { params }),
      };
    },
    shows: { live: 1, automatic: 1, drafts: 1, previous: 1 },
  },
};

type Revision = { agentId: string; buildId: string };

/** Has a live revision that a queue starts, a draft and a previous revision use something. */
async function used(attach: (revision: Revision) => Promise<unknown>): Promise<void> {
  const live = await agentOf(stage);
  await attach({ agentId: live.id, buildId: live.buildId });
  await triggered(live.id, await queueOf(stage));
  const drafted = await agentOf(stage);
  await attach({ agentId: drafted.id, buildId: await draftOf(drafted.id) });
  const former = await agentOf(stage);
  const previous = await draftOf(former.id);
  await attach({ agentId: former.id, buildId: previous });
  await service.pool.query("update revisions set status = 'historic', revision_number = 7 where id = $1", [previous]);
}

async function draftOf(agent_id: string): Promise<string> {
  return (await service.ok(createRevision, { params: { agent_id }, body: { name: "Draft" } })).build.id;
}

async function triggered(agent_id: string, case_queue_id: string, enabled = true): Promise<void> {
  await service.ok(createAgentCaseTrigger, { params: { agent_id }, body: { case_queue_id, enabled } });
}

/** A queue with everything that can hang on one. */
async function busyQueue(): Promise<string> {
  const queue_id = await queueOf(stage);
  const params = { queue_id };
  await service.ok(replaceQueueJsonSchema, { params, body: { schema: { ...caseSchema, required: [] }, change_summary: "First" } });
  await service.ok(createCaseView, { params, body: { name: "Late", scope: "team" } });
  const { db } = service.app.services.store;
  await beginVersion(db, queue_id, []);
  await insertQueueRubrics(db, queue_id, [{ title: "Sum", description: "Is it right?" }], { source: "manual", created_by: null });
  await used(({ agentId, buildId }) => attachQueues(service.ok, stage.teamId, { id: agentId, buildId }, { produces: [queue_id] }));
  const worker = await agentOf(stage, scriptedConfig("call claim_case {}", 'approve "Go on?"'));
  await attachQueues(service.ok, stage.teamId, worker, { consumes: [queue_id] });
  await triggered((await agentOf(stage)).id, queue_id, false);
  const { automation_id, agent_id, revision_id } = await automationOf(stage);
  await service.ok(addAutomationQueue, { params: { automation_id }, body: { case_queue_id: queue_id } });
  await service.ok(setAutomationRevisionQueue, { params: { automation_id, revision_id, case_queue_id: queue_id }, body: { agent_id } });
  const labels = [{ key: "month", value: "March" }];
  const cases = [{ title: "Taken", priority: "high" as const, labels }, { title: "Free" }];
  const { added_cases } = await service.ok(createCases, { params, body: { cases } });
  const file = { filename: "note.txt", mime_type: "text/plain", size_bytes: 4 };
  await service.ok(createCaseAttachmentUploadUrl, { params: { queue_id, case_id: added_cases[1]?.id ?? "" }, body: file });
  await service.pool.query("update cases set postponed_to = now() + interval '1 day', state = 'postponed' where id = $1", [
    added_cases[1]?.id,
  ]);
  await triggered(worker.id, queue_id);
  await comes("the run of a case", async () => {
    const { rows } = await service.pool.query("select from runs where case_queue_id = $1 and status = 'waiting'", [queue_id]);
    return rows[0];
  });
  return queue_id;
}

/** Shows what a job that is under way would be shown as; it is gone before anything is compared. */
async function withJob<T>(queue_id: string, look: () => Promise<T>): Promise<T> {
  const job = `insert into case_jobs (id, queue_id, act, status, total) values (gen_random_uuid(), $1, '{"kind": "delete"}', 'running', 1)`;
  await service.pool.query(job, [queue_id]);
  const seen = await look();
  await service.pool.query("delete from case_jobs where queue_id = $1", [queue_id]);
  return seen;
}

/** The tables whose rows refer to rows of another. */
async function referrersOf(table: string): Promise<string[]> {
  const { rows } = await service.pool.query<{ name: string }>(
    "select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = $1::regclass order by 1",
    [table],
  );
  return rows.map(({ name }) => name);
}

const countsOf = ({ deleted, stops }: Deletion) => Object.fromEntries([...deleted, ...stops].map(({ kind, count }) => [kind, count]));

describe("a preview names what its deletion touches", () => {
  it.each(Object.entries(subjects))("%s", async (_name, { table, make, shows, unspoken = {}, stays }) => {
    const { preview, remove } = await make();
    await quiet(service);
    const told = await preview();
    expect(countsOf(told)).toEqual(shows);
    const before = await storeDigest(service);
    await remove();
    await quiet(service);
    const after = await storeDigest(service);
    const named = [...told.deleted, ...told.stops].flatMap(({ kind }) => spokenFor[kind]);
    const left = (tables: readonly string[]) => tables.filter((name) => name !== table && !named.includes(name) && !(name in unspoken));
    expect(left(Object.keys(after).filter((name) => before[name] !== after[name])), "changed, and not in the preview").toEqual([]);
    if (!stays) expect(left(await referrersOf(table)), "refers to what is deleted, and not in the preview").toEqual([]);
  });

  it("of every kind", () => {
    const shown = new Set(Object.values(subjects).flatMap(({ shows }) => Object.keys(shows)));
    expect([...deletedKinds, ...stoppedKinds].filter((kind) => !shown.has(kind))).toEqual([]);
  });
});
