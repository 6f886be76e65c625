import { call, type CallOptions } from "#api/client.ts";
import { instantOf } from "#api/list-request.ts";
import { read } from "#api/query.ts";
import { steadyPages } from "#api/steady-pages.ts";
import type { Reply } from "#contract/endpoint.ts";
import { fieldIn } from "#contract/list.ts";
import type { Selection } from "#contract/queues/case-bulk.ts";
import type { Case } from "#contract/queues/case.ts";
import { listCaseAttachments } from "#contract/queues/case-attachments.ts";
import { listCaseRuns } from "#contract/queues/case-runs.ts";
import { getCaseEvaluation } from "#contract/queues/case-evaluations.ts";
import { countCases, getCase, previewCaseDeletion, searchCases } from "#contract/queues/cases.ts";
import { chosenFields } from "./chosen-fields.ts";
import type { CaseSearch } from "./case-search.ts";

export type CasePage = Reply<typeof searchCases>;

/** A list of cases: of which queue, and which filters. */
export interface CaseScope {
  readonly queueId: string;
  readonly search: CaseSearch;
}

/** The filters as the service takes them, for a list and for a change of all that it shows. */
export function selectionOf({
  search: { status, priority, label, since, from, to, closed_from, closed_to, failure, field, field2, field3, search },
}: CaseScope): Pick<Selection, "filters" | "search"> {
  const filters = {
    ...(status ? { status: [status] } : {}),
    ...(priority ? { priority: [priority] } : {}),
    ...(since ? { updated_at_from: instantOf(since) } : {}),
    ...(from ? { created_at_from: from } : {}),
    ...(to ? { created_at_before: to } : {}),
    ...(closed_from ? { completed_at_from: closed_from } : {}),
    ...(closed_to ? { completed_at_before: closed_to } : {}),
    ...(failure ? { failure } : {}),
    ...chosenFields({ field, field2, field3 }),
    ...(label ? { labels: { [label[0]]: [label[1]] } } : {}),
  };
  return { filters, ...(search ? { search } : {}) };
}

/** How many cases fit in each state, whichever of them the list shows. */
export function countsRead({ queueId, search: { status: _, ...search } }: CaseScope) {
  return read(countCases, { params: { queue_id: queueId }, body: selectionOf({ queueId, search }) }, { keepPrevious: true });
}

export function caseDeletionRead(caseId: string) {
  return read(previewCaseDeletion, { params: { case_id: caseId } });
}

/** One page of at most 100, behind `after`. */
export function fetchCasePage(scope: CaseScope, after: string | undefined, options: CallOptions): Promise<CasePage> {
  const { order = "desc", sort } = scope.search;
  const field = fieldIn(sort);
  const body = {
    ...selectionOf(scope),
    limit: 100,
    ...(field === undefined ? {} : { sort_field: field }),
    sort_order: order,
    ...(after ? { after } : {}),
  } as const;
  return call(searchCases, { params: { queue_id: scope.queueId }, body }, options);
}

/** What changed last in a queue, whatever its state: how cases are that a filter has no more. */
export function fetchLatestCases(queueId: string, options: CallOptions): Promise<CasePage> {
  const body = { limit: 100, sort_by: "updated_at", sort_order: "desc" } as const;
  return call(searchCases, { params: { queue_id: queueId }, body }, options);
}

/** The pages of a list, kept for one entry of the history. */
export function casePages(scope: CaseScope, entry: string) {
  return steadyPages<CasePage>("Case list", scope, entry, (after, options) => fetchCasePage(scope, after, options));
}

export function caseRead(caseId: string) {
  return read(getCase, { params: { case_id: caseId } });
}

export function caseAttachmentsRead(one: Pick<Case, "id" | "queue_id">) {
  return read(listCaseAttachments, { params: { queue_id: one.queue_id, case_id: one.id } });
}

export function caseRunsRead(caseId: string) {
  return read(listCaseRuns, { params: { case_id: caseId } });
}

export function caseEvaluationRead(caseId: string) {
  return read(getCaseEvaluation, { params: { case_id: caseId } });
}
