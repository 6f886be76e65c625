import { randomUUID } from "node:crypto";
import { createQueue } from "#contract/queues/queues.ts";
import { startCaseJob } from "#contract/queues/case-jobs.ts";
import { createCaseView } from "#contract/queues/case-views.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { createQueueLabel } from "#contract/queues/labels.ts";
import { replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { type Stage, maker } from "./stage.ts";

export async function queueOf(stage: Stage): Promise<string> {
  const body = { name: `Queue ${randomUUID()}` };
  return (await stage.service.ok(createQueue, { params: { teamId: stage.teamId }, body }, maker(stage, "team:manager"))).queue.id;
}

export const caseSchema: CaseSchema = {
  type: "object",
  properties: { amount: { type: "number", minimum: 0 } },
  required: ["amount"],
  additionalProperties: false,
};

/** A queue whose cases are typed. */
export async function typedQueueOf(stage: Stage): Promise<{ queue_id: string; family_id: string; schema_id: string }> {
  const queue_id = await queueOf(stage);
  const body = { schema: caseSchema, change_summary: "First" };
  const made = await stage.service.ok(replaceQueueJsonSchema, { params: { queue_id }, body }, maker(stage, "team:manager"));
  return { queue_id, family_id: made.family_id ?? "", schema_id: made.schema_id ?? "" };
}

export async function labelOf(stage: Stage): Promise<{ queue_id: string; label_id: string }> {
  const queue_id = await queueOf(stage);
  const body = { key: "month", value: "March" };
  const { label } = await stage.service.ok(createQueueLabel, { params: { queue_id }, body }, maker(stage, "team:member"));
  return { queue_id, label_id: label.id };
}

/** A saved view of the caller's own. */
export async function viewOf(stage: Stage): Promise<{ queue_id: string; view_id: string }> {
  const queue_id = await queueOf(stage);
  const body = { name: "Late", scope: "personal" as const, search: "status=pending" };
  const { view } = await stage.service.ok(createCaseView, { params: { queue_id }, body }, maker(stage, "team:member"));
  return { queue_id, view_id: view.id };
}

/** A job about nothing: it ends at once. */
export async function jobOf(stage: Stage): Promise<{ queue_id: string; job_id: string }> {
  const queue_id = await queueOf(stage);
  const body = { act: { kind: "delete" as const }, all_matching: true };
  const { job } = await stage.service.ok(startCaseJob, { params: { queue_id }, body }, maker(stage, "team:member"));
  return { queue_id, job_id: job.id };
}
