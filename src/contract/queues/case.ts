import { int53, titleUpTo, text, timestamp, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { EvalSummary, runStatus } from "#contract/runs/run.ts";
import { z } from "#contract/zod.ts";
import { Label, labelKey, labelValue } from "./labels.ts";

/** `canceled`: a person stopped the work for good. */
export const caseStatuses = ["pending", "completed", "failed", "canceled"] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** Where a case is, as people see it. The first four all have the status `pending`. */
export const displayStatuses = ["pending", "in_progress", "needs_input", "postponed", "completed", "failed", "canceled"] as const;
export type DisplayStatus = (typeof displayStatuses)[number];
/** A run works on the case, or is about to. */
export const ownedStatuses: readonly DisplayStatus[] = ["in_progress", "needs_input"];

/**
 * What judges found of the cases that came to an end. `success`: completed, and every verdict in its favour. The other two are ours: `judged`
 * are all that have verdicts, and `issues` those of them that are no success.
 */
export const verdictFilters = ["success", "issues", "judged"] as const;
export type VerdictFilter = (typeof verdictFilters)[number];

/**
 * Names of {@link displayStatuses} in filters, in progress is called `claimed` there, and {@link verdictFilters}. `open` is ours: all that have not
 * come to an end.
 */
export const caseFilters = [
  "open",
  "pending",
  "claimed",
  "completed",
  "failed",
  "needs_input",
  "postponed",
  "canceled",
  ...verdictFilters,
] as const;
export type CaseFilter = (typeof caseFilters)[number];

/** From the least urgent to the most. */
export const casePriorities = ["none", "medium", "high"] as const;
export type CasePriority = (typeof casePriorities)[number];

export const caseTitle = titleUpTo(500);
/** The limit is ours: what the full-text index takes in any script. */
export const caseData = text(0, 100_000);
/** A label by its text. Without a key it is a plain tag. */
export const NamedLabel = record("NamedLabel", { key: labelKey.optional().meta({ default: "" }), value: labelValue });
export type NamedLabel = z.output<typeof NamedLabel>;

/** What is counted: every case is in one of {@link displayStatuses}; {@link verdictFilters} count again those that a filter finds by them. */
const countedKinds = [...displayStatuses, ...verdictFilters] as const;
/** How many cases a queue holds in each state (ours). */
export const CaseCounts = z.strictObject(
  Object.fromEntries(countedKinds.map((kind) => [kind, int53])) as Record<(typeof countedKinds)[number], typeof int53>,
);
export type CaseCounts = z.output<typeof CaseCounts>;

export function casesIn(counts: CaseCounts): number {
  return displayStatuses.reduce((sum, status) => sum + counts[status], 0);
}

export const Case = record("Case", {
  id: uuid,
  queue_id: uuid,
  title: z.string(),
  data: z.string(),
  /** The version of the queue's schema that `data` was checked against (ours); null: it is plain text, or any JSON. */
  json_schema_id: uuid.nullable(),
  status: z.enum(caseStatuses),
  priority: z.enum(casePriorities),
  display_status: z.enum(displayStatuses),
  claimed_at: timestamp.nullable(),
  claimed_by_run_id: uuid.nullable(),
  /** When it reached its end, whichever it was. */
  completed_at: timestamp.nullable(),
  postponed_to: timestamp.nullable(),
  /** Why it failed, as its run said (ours). Null: it did not fail, or a person set it to failed. */
  failure_reason: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  created_by_user_id: uuid.nullable(),
  created_by_user_name: z.string().nullable(),
  created_by_user_email: z.string().nullable(),
  agent_run_status: runStatus.nullable(),
  agent_run_user_id: uuid.nullable(),
  pending_human_request_id: uuid.nullable(),
  pending_approval_batch_id: uuid.nullable(),
  pending_approval_assignee_user_ids: z.array(uuid),
  /** Decisions in the batch that was opened last. */
  approval_approved_count: int53,
  approval_rejected_count: int53,
  eval_summary: EvalSummary.nullable().optional(),
  /** Where a search matched in `data`; absent where it matched elsewhere. */
  search_match_data_snippet: z.strictObject({ before: z.string(), match: z.string(), after: z.string() }).optional(),
  labels: z.array(Label),
});
export type Case = z.output<typeof Case>;

export const caseEventTypes = [
  "created",
  "claimed",
  "updated",
  "postponed",
  "completed",
  "failed",
  "canceled",
  "handed_over",
  "released",
  "reprocessed",
  "status_changed",
  // Ours: a change of status or a postponement was taken back. The reason is the state that it brought back.
  "undone",
  "human_request_created",
  "human_request_answered",
] as const;
export type CaseEventType = (typeof caseEventTypes)[number];

export const CaseEvent = record("CaseEvent", {
  id: uuid,
  case_queue_item_id: uuid,
  agent_run_id: uuid.nullable(),
  /** Ours: the run was removed after its time, so its id leads nowhere any more. */
  agent_run_removed: z.boolean(),
  human_request_id: uuid.nullable(),
  type: z.enum(caseEventTypes),
  reason: z.string().nullable(),
  created_at: timestamp,
  agent_id: uuid.nullable(),
  agent_name: z.string().nullable(),
  user_id: uuid.nullable(),
  user_name: z.string().nullable(),
  user_email: z.string().nullable(),
  human_request_title: z.string().nullable(),
  /** Ours: the import that added the case; null once it is gone. */
  import_job_id: uuid.nullable(),
});
export type CaseEvent = z.output<typeof CaseEvent>;

export const approvalDecisions = ["approved", "rejected"] as const;

/**
 * A run that no longer has the case: a person took the case from it, or gave it to another one. What it asks stays to be answered, and the answer
 * goes to that run only. A case that is opened again may therefore have two open batches, of which one is its own (ours).
 */
export const ofFormerRun = z.boolean();

/** What a run asked several people to decide at once. */
export const ApprovalBatch = record("ApprovalBatch", {
  id: uuid,
  case_queue_item_id: uuid,
  agent_run_id: uuid,
  /** Ours: whom the run acts for, who may decide beside those who are named. */
  agent_run_user_id: uuid.nullable(),
  of_former_run: ofFormerRun,
  title: z.string(),
  created_at: timestamp,
  resolved_at: timestamp.nullable(),
  cancelled_at: timestamp.nullable(),
  cancellation_reason: z.string().nullable(),
  rows: z.array(
    record("ApprovalRow", {
      id: uuid,
      assignee_user_id: uuid,
      assignee_name: z.string().nullable(),
      assignee_email: z.string().nullable(),
      prompt: z.string(),
      decision: z.enum(approvalDecisions).nullable(),
      responded_at: timestamp.nullable(),
      responded_by_user_id: uuid.nullable(),
      responded_by_name: z.string().nullable(),
      responded_by_email: z.string().nullable(),
      cancelled_at: timestamp.nullable(),
      cancellation_reason: z.string().nullable(),
    }),
  ),
});
export type ApprovalBatch = z.output<typeof ApprovalBatch>;
