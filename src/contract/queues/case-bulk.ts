import { endpoint } from "#contract/endpoint.ts";
import { int53, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { casePriorities, caseStatuses } from "./case.ts";
import { CaseFilters, caseSearch } from "./case-filters.ts";

const area = "Cases";
const access = { scope: "team", by: "queue_id", role: "team:member" } as const;
const params = z.strictObject({ queue_id: idOf("queue") });

/** Which cases: named ones, or all that a list with these filters shows. */
const selection = {
  case_ids: z.array(uuid).min(1).max(100).optional(),
  all_matching: z.boolean().optional(),
  filters: CaseFilters.optional(),
  search: caseSearch.optional(),
};
const Selection = z.strictObject(selection);
export type Selection = z.output<typeof Selection>;

const isOneOf = ({ case_ids, all_matching }: Selection) => (case_ids !== undefined) !== (all_matching === true);
const oneOf = { error: "Give either `case_ids` or `all_matching: true`" };

/** As many as can be named. */
export const maxSkipped = 100;
const interruptedRunIds = z.array(uuid);
/** Every answer adds up: what was done and what was passed over are all that was asked for. */
const passedOver = {
  skippedCount: int53,
  /** Ours: which cases were passed over and why; of more than {@link maxSkipped} that a filter found, so many. */
  skipped: z.array(record("SkippedCase", { case_id: uuid, reason: z.enum(["not_in_queue", "unchanged"]) })).max(maxSkipped),
};

export const bulkUpdateCaseStatus = endpoint({
  name: "bulkUpdateCaseStatus",
  method: "POST",
  path: "/v2/queues/{queue_id}/cases/bulk-update-status",
  area,
  summary: "Set the status of many cases; active runs are interrupted, waiting runs keep waiting without the case",
  access,
  changes: ["case", "queue", "label", "case_run", "run", "run_message", "human_request", "case_approval"],
  params,
  body: z.strictObject({ ...selection, status: z.enum(caseStatuses) }).refine(isOneOf, oneOf),
  reply: z.strictObject({ updatedCount: int53, ...passedOver, interruptedRunIds }),
});

export const bulkUpdateCasePriority = endpoint({
  name: "bulkUpdateCasePriority",
  method: "POST",
  path: "/v2/queues/{queue_id}/cases/bulk-update-priority",
  area,
  summary: "Set the priority of many cases; nothing is interrupted",
  access,
  changes: ["case", "queue"],
  params,
  body: z.strictObject({ ...selection, priority: z.enum(casePriorities) }).refine(isOneOf, oneOf),
  reply: z.strictObject({ updatedCount: int53, ...passedOver }),
});

export const bulkReprocessCases = endpoint({
  name: "bulkReprocessCases",
  method: "POST",
  path: "/v2/queues/{queue_id}/cases/bulk-reprocess",
  area,
  summary: "Assign many cases to an agent again, by default the one the queue triggers; their active runs are interrupted first",
  access,
  changes: ["case", "queue", "label", "case_run", "run", "run_message", "human_request", "case_approval"],
  params,
  body: z.strictObject({ ...selection, agent_id: uuid.optional() }).refine(isOneOf, oneOf),
  reply: z.strictObject({
    reprocessedCount: int53,
    ...passedOver,
    interruptedRunIds,
    /** The same number under the names of the operations that were merged into this one. */
    delegatedCount: int53.optional(),
    retriedCount: int53.optional(),
  }),
  errors: ["not_a_consumer"],
});

export const bulkDeleteCases = endpoint({
  name: "bulkDeleteCases",
  method: "POST",
  path: "/v2/queues/{queue_id}/cases/bulk-delete",
  area,
  summary: "Delete many cases; their active runs are interrupted first",
  access,
  changes: ["case", "queue", "label", "case_run", "case_attachment", "run", "run_message", "human_request", "case_approval"],
  params,
  body: Selection.refine(isOneOf, oneOf),
  reply: z.strictObject({ deletedCount: int53, ...passedOver, interruptedRunIds }),
});

const moved = { area, access, changes: [], params, status: 308, reply: z.strictObject({ location: z.string() }) } as const;
const case_ids = z.array(uuid).min(1).max(100);

export const bulkDelegateCases = endpoint({
  ...moved,
  name: "bulkDelegateCases",
  method: "POST",
  path: "/v2/queues/{queue_id}/cases/bulk-delegate",
  summary: "Moved for good to bulk-reprocess, which takes the same body",
  body: z.strictObject({ case_ids, agent_id: uuid }),
});

export const bulkRetryCases = endpoint({
  ...moved,
  name: "bulkRetryCases",
  method: "POST",
  path: "/v2/queues/{queue_id}/cases/bulk-retry",
  summary: "Moved for good to bulk-reprocess, which takes the same body",
  body: z.strictObject({ case_ids }),
});
