import { Deletion, deletionOurs } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { instant, int53, page, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { ApprovalBatch, Case, CaseCounts, CaseEvent, NamedLabel, caseData, casePriorities, caseStatuses, caseTitle } from "./case.ts";
import {
  CaseFilters,
  caseAfter,
  caseOrder,
  caseSearch,
  filterQuery,
  fitsItsOrder,
  isOneOrder,
  isOneStart,
  oneOrder,
  oneStart,
  sortField,
  otherOrder,
} from "./case-filters.ts";

const area = "Cases";
const inQueue = { scope: "team", by: "queue_id", role: "team:member" } as const;
const access = { scope: "team", by: "case_id", role: "team:member" } as const;
const queue = z.strictObject({ queue_id: idOf("queue") });
const one = z.strictObject({ case_id: idOf("case") });

const casePage = z.strictObject({
  cases: z.array(Case),
  total: int53,
  limit: z.int(),
  offset: int53,
  /** Ours: the `after` of the following page, or null. */
  next: z.string().nullable(),
});

export const listCases = endpoint({
  name: "listCases",
  method: "GET",
  path: "/v2/queues/{queue_id}/cases",
  area,
  summary: "The cases of a queue, newest first unless asked otherwise",
  access: inQueue,
  reads: ["case"],
  params: queue,
  query: z
    .strictObject({ ...page(20, 100), ...filterQuery, ...caseOrder, after: caseAfter.optional() })
    .refine(fitsItsOrder, otherOrder)
    .refine(isOneStart, oneStart),
  reply: casePage,
});

export const searchCases = endpoint({
  name: "searchCases",
  method: "POST",
  readOnly: true,
  path: "/v2/queues/{queue_id}/cases/search",
  area,
  summary: "List cases, by any filter",
  access: inQueue,
  reads: ["case"],
  params: queue,
  body: z
    .strictObject({
      filters: CaseFilters.optional(),
      limit: z.int().min(1).max(100).optional().meta({ default: 25 }),
      offset: int53.optional().meta({ default: 0 }),
      ...caseOrder,
      sort_field: sortField,
      search: caseSearch.optional(),
      after: caseAfter.optional(),
    })
    .refine(isOneOrder, oneOrder)
    .refine(fitsItsOrder, otherOrder)
    .refine(isOneStart, oneStart),
  reply: casePage,
});

export const countCases = endpoint({
  name: "countCases",
  method: "POST",
  readOnly: true,
  path: "/v2/queues/{queue_id}/cases/counts",
  area,
  summary: "How many cases match the filters in each state",
  access: inQueue,
  reads: ["case"],
  ours: "Tabs and columns of a list that is narrowed show its own numbers, by one request instead of one for each state.",
  params: queue,
  body: z.strictObject({ filters: CaseFilters.omit({ status: true }).optional(), search: caseSearch.optional() }),
  reply: z.strictObject({ counts: CaseCounts, total: int53 }),
});

export const NewCase = record("NewCase", {
  title: caseTitle,
  data: caseData.optional(),
  labels: z.array(NamedLabel).max(50).optional(),
  priority: z.enum(casePriorities).optional(),
});
export type NewCase = z.output<typeof NewCase>;

export const createCases = endpoint({
  name: "createCases",
  method: "POST",
  path: "/v2/queues/{queue_id}/cases",
  area,
  summary: "Add one case or up to 100; labels that the queue lacks are created up to its limit; JSON objects must match its schema",
  access: inQueue,
  changes: ["case", "queue", "label"],
  params: queue,
  /** A hundred cases as long as they may be, though a client escapes every character. */
  largestBody: 67_108_864,
  body: z
    .strictObject({ case: NewCase.optional(), cases: z.array(NewCase).min(1).max(100).optional() })
    .refine((body) => (body.case === undefined) !== (body.cases === undefined), { error: "Give either `case` or `cases`" }),
  reply: z.strictObject({ added_cases: z.array(Case) }),
  status: 201,
  errors: ["too_many", "no_schema"],
  creates: "replayed",
});

export const clearQueueCases = endpoint({
  name: "clearQueueCases",
  method: "DELETE",
  path: "/v2/queues/{queue_id}/cases",
  area,
  summary: "Delete every case of a queue; their active runs are interrupted first",
  access: { ...inQueue, role: "team:manager" },
  records: "queue.cleared",
  changes: ["case", "case_job", "queue", "label", "case_run", "case_attachment", "run", "run_message", "human_request", "case_approval"],
  params: queue,
  errors: ["too_many"],
  reply: z.strictObject({ success: z.boolean(), deletedCount: int53, interruptedRunIds: z.array(uuid) }),
});

export const getCase = endpoint({
  name: "getCase",
  method: "GET",
  path: "/v2/cases/{case_id}",
  area,
  summary: "A case with its last 500 events, oldest first, and its approvals, newest first (at most 100)",
  access,
  reads: ["case", "case_approval", "human_request"],
  params: one,
  reply: z.strictObject({ case: Case, events: z.array(CaseEvent), approvalBatches: z.array(ApprovalBatch) }),
});

export const updateCase = endpoint({
  name: "updateCase",
  method: "PATCH",
  path: "/v2/cases/{case_id}",
  area,
  summary: "Change a case; a new status, or a time to postpone it to, takes it from its run",
  access,
  changes: ["case", "queue", "label", "case_run", "run", "run_message", "human_request", "case_approval"],
  ours: "The page of a case edits it and postpones it; the sources change many at once only.",
  params: one,
  body: z
    .strictObject({
      title: caseTitle.optional(),
      data: caseData.optional(),
      priority: z.enum(casePriorities).optional(),
      status: z.enum(caseStatuses).optional(),
      /** Until when nobody takes it: still to come, a year away at most. Null: it can be taken at once. */
      postponed_to: instant.nullable().optional(),
      /** The `updated_at` of what the change was made from. When the case was changed since, nothing is written. */
      expected_updated_at: instant.optional(),
    })
    .refine((body) => body.status === undefined || body.postponed_to === undefined, { error: "Give either `status` or `postponed_to`" }),
  reply: z.strictObject({
    case: Case,
    interruptedRunIds: z.array(uuid),
    /** The event that `undoCaseEvent` takes back; null where no state was changed, or a run had the case, which does not come back. */
    undo_event_id: uuid.nullable(),
  }),
  errors: ["case_settled", "case_changed"],
});

export const deleteCase = endpoint({
  name: "deleteCase",
  method: "DELETE",
  path: "/v2/cases/{case_id}",
  area,
  summary: "Delete a case; its active run is interrupted first",
  access,
  records: "case.deleted",
  changes: ["case", "queue", "label", "case_run", "case_attachment", "run", "run_message", "human_request", "case_approval"],
  params: one,
  reply: z.strictObject({ success: z.boolean(), interruptedRunIds: z.array(uuid) }),
});

export const previewCaseDeletion = endpoint({
  name: "previewCaseDeletion",
  method: "GET",
  path: "/v2/cases/{case_id}/deletion",
  area,
  summary: "What deleting a case would delete and stop; changes nothing",
  access,
  reads: [],
  ours: deletionOurs,
  params: one,
  reply: Deletion,
});
