import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Case, CaseCounts, CaseStatus, DisplayStatus } from "#contract/queues/case.ts";
import { caseList } from "#contract/queues/case-list.ts";
import { type CasePage, type CaseScope, casePages, countsRead } from "#features/queues/case-queries.ts";
import { type CaseStateWord, caseStates } from "#features/queues/case-search.ts";
import { displayOf } from "#features/queues/case-words.ts";
import { queueRead } from "#features/queues/queries.ts";
import { isNarrowed } from "#lists/list-words.ts";

type Pages = InfiniteData<CasePage, string | undefined>;

const emptyPage: CasePage = { cases: [], total: 0, limit: 100, offset: 0, next: null };

/** What one column of a board shows. */
export function columnScope({ queueId, search }: CaseScope, status: CaseStateWord): CaseScope {
  return { queueId, search: { ...search, status } };
}

/** The card at that place of a column. */
export function cardAt(client: QueryClient, scope: CaseScope, entry: string, state: CaseStateWord, at: number): Case | undefined {
  const { queryKey } = casePages(columnScope(scope, state), entry);
  return client.getQueryData<Pages>(queryKey)?.pages.flatMap((page) => page.cases)[at];
}

/** A case as it is once it has come into that state. */
function inState(one: Case, to: DisplayStatus): Case {
  const settled = to === "completed" || to === "failed" || to === "canceled";
  // Undone, it has the reason that it had; brought there by hand, none.
  const reason = to === "failed" ? one.failure_reason : null;
  return { ...one, display_status: to, status: settled ? (to satisfies CaseStatus) : "pending", failure_reason: reason };
}

/**
 * Puts a card into another column and corrects the numbers, before the service has answered or because it has refused. What is being read
 * meanwhile is dropped: it may not know of the move yet.
 */
export function moveCard(client: QueryClient, scope: CaseScope, entry: string, one: Case, from: DisplayStatus, to: DisplayStatus): void {
  const counts = countsRead(scope).queryKey;
  const queue = queueRead(scope.queueId).queryKey;
  for (const queryKey of [counts, queue]) void client.cancelQueries({ queryKey, exact: true });
  const known = isNarrowed(caseList, scope.search) ? client.getQueryData(counts)?.counts : client.getQueryData(queue)?.queue.case_counts;
  const first = known?.[to] === 0 ? { pages: [emptyPage], pageParams: [undefined] } : undefined;
  client.setQueryData(counts, (data) => data && { ...data, counts: recounted(data.counts, from, to) });
  client.setQueryData(queue, (data) => data && { queue: { ...data.queue, case_counts: recounted(data.queue.case_counts, from, to) } });
  for (const state of caseStates) {
    const { queryKey } = casePages(columnScope(scope, state), entry);
    const display = displayOf(state);
    client.setQueryData<Pages>(queryKey, (pages = display === to ? first : undefined) => {
      const left = pages && without(pages, one.id, display === from ? 1 : 0);
      return left && display === to ? withCard(left, inState(one, to), scope.search.order === "asc") : left;
    });
  }
}

/** Reads again what is loaded of a column. */
export function readColumn(client: QueryClient, scope: CaseScope, entry: string, display: DisplayStatus): void {
  const state = caseStates.find((word) => displayOf(word) === display);
  if (state) void client.invalidateQueries({ queryKey: casePages(columnScope(scope, state), entry).queryKey });
}

function recounted(counts: CaseCounts, from: DisplayStatus, to: DisplayStatus): CaseCounts {
  const less = { ...counts, [from]: Math.max(0, counts[from] - 1) };
  return { ...less, [to]: less[to] + 1 };
}

function without({ pages, pageParams }: Pages, id: string, fewer: number): Pages {
  const left = pages.map((page) => ({ ...page, total: page.total - fewer, cases: page.cases.filter((row) => row.id !== id) }));
  return { pages: left, pageParams };
}

/** In its place by age. Behind the rows that are loaded it comes with their next page. */
function withCard({ pages, pageParams }: Pages, one: Case, oldestFirst: boolean): Pages {
  const comesAfter = (row: Case) => (oldestFirst ? ageOf(row) > ageOf(one) : ageOf(row) < ageOf(one));
  let placed = false;
  const more = pages.map((page, at) => {
    const found = page.cases.findIndex(comesAfter);
    const end = at === pages.length - 1 && page.next === null ? page.cases.length : -1;
    const place = placed ? -1 : found >= 0 ? found : end;
    placed ||= place >= 0;
    return { ...page, total: page.total + 1, cases: place < 0 ? page.cases : page.cases.toSpliced(place, 0, one) };
  });
  return { pages: more, pageParams };
}

/** As the service sorts: by the moment, then by id. */
function ageOf({ created_at, id }: Case): string {
  return created_at + id;
}
