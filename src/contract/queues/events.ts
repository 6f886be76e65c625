import { change, event, subjects } from "#contract/event.ts";
import { uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { severities } from "#contract/runs/evaluations.ts";
import { type CaseEventType, approvalDecisions, caseEventTypes } from "./case.ts";

const of = subjects({
  approval: { by: "request_id" },
  queue: { by: "queue_id", in: "queue" },
  label: { by: "label_id", in: "label" },
  case: { by: "case_id" },
  case_job: { by: "job_id", in: "job" },
  case_trigger: { by: "trigger_id", in: "case_trigger" },
});

const ofLine = { queue_id: uuid, run_id: uuid.optional(), agent_id: uuid.optional(), human_request_id: uuid.optional() };

/** Decisions of people; the rest is the work itself. */
const decisions: readonly CaseEventType[] = ["status_changed", "reprocessed", "undone"];

/** One for each line of a case's history, which also has what was written: a trigger records it as the line is stored. */
const caseEvents = Object.fromEntries(
  caseEventTypes.map((type) => [`case.${type}`, event(of.case, ofLine, { audit: decisions.includes(type) })]),
) as Record<`case.${CaseEventType}`, ReturnType<typeof event<typeof of.case, typeof ofLine>>>;

const ofCase = { queue_id: uuid };
const ofAgent = { agent_id: uuid };

export const queueEvents = {
  ...caseEvents,
  /** Judged by the rubrics of its queue: the worst severity among those that failed. */
  "case.evaluated": event(of.case, { queue_id: uuid, failed: z.enum(severities).nullable() }),
  "case.deleted": change(of.case, { queue_id: uuid.optional() }),
  "case.labels_changed": event(of.case, ofCase),
  "case.attachment_added": event(of.case, ofCase),
  "case.attachment_removed": change(of.case, ofCase),
  "case_job.started": change(of.case_job, ofCase),
  "case_job.aborted": change(of.case_job, ofCase),
  "case_job.resumed": change(of.case_job, ofCase),
  "case_job.ended": event(of.case_job, { ...ofCase, failed: z.boolean() }),
  "case_trigger.created": change(of.case_trigger, ofAgent),
  "case_trigger.updated": change(of.case_trigger, ofAgent),
  "case_trigger.deleted": change(of.case_trigger, ofAgent),
  "approval.decided": change(of.approval, { decision: z.enum(approvalDecisions) }),
  "label.created": change(of.label, ofCase),
  "label.updated": change(of.label, ofCase),
  "label.deleted": change(of.label, ofCase),
  "queue.created": change(of.queue),
  "queue.updated": change(of.queue),
  "queue.cleared": change(of.queue),
  "queue.deleted": change(of.queue),
  "queue.schema_changed": change(of.queue),
  "queue.rubrics_changed": change(of.queue),
};

type QueueEvents = typeof queueEvents;
declare module "#contract/event.ts" {
  interface EventCatalogue extends QueueEvents {}
}
