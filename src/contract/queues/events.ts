import { change, event } from "#contract/event.ts";
import { uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { severities } from "#contract/runs/evaluations.ts";
import { type CaseEventType, approvalDecisions, caseEventTypes } from "./case.ts";

const ofLine = { queue_id: uuid, run_id: uuid.optional(), agent_id: uuid.optional(), human_request_id: uuid.optional() };

/** Decisions of people; the rest is the work itself. */
const decisions: readonly CaseEventType[] = ["status_changed", "reprocessed", "undone"];

/** One for each line of a case's history, which also has what was written: a trigger records it as the line is stored. */
const caseEvents = Object.fromEntries(
  caseEventTypes.map((type) => [`case.${type}`, event("case", ofLine, { audit: decisions.includes(type) })]),
) as Record<`case.${CaseEventType}`, ReturnType<typeof event<"case", typeof ofLine>>>;

const ofCase = { queue_id: uuid };
const ofAgent = { agent_id: uuid };

export const queueEvents = {
  ...caseEvents,
  /** Judged by the rubrics of its queue: the worst severity among those that failed. */
  "case.evaluated": event("case", { queue_id: uuid, failed: z.enum(severities).nullable() }),
  "case.deleted": change("case", { queue_id: uuid.optional() }),
  "case.labels_changed": event("case", ofCase),
  "case.attachment_added": event("case", ofCase),
  "case.attachment_removed": change("case", ofCase),
  "case_job.started": change("case_job", ofCase),
  "case_job.aborted": change("case_job", ofCase),
  "case_job.resumed": change("case_job", ofCase),
  "case_job.ended": event("case_job", { ...ofCase, failed: z.boolean() }),
  "case_trigger.created": change("case_trigger", ofAgent),
  "case_trigger.updated": change("case_trigger", ofAgent),
  "case_trigger.deleted": change("case_trigger", ofAgent),
  "approval.decided": change("approval", { decision: z.enum(approvalDecisions) }),
  "label.created": change("label", ofCase),
  "label.updated": change("label", ofCase),
  "label.deleted": change("label", ofCase),
  "queue.created": change("queue"),
  "queue.updated": change("queue"),
  "queue.cleared": change("queue"),
  "queue.deleted": change("queue"),
  "queue.schema_changed": change("queue"),
  "queue.rubrics_changed": change("queue"),
};
