import { useSteadyList } from "#api/use-steady-list.ts";
import { fieldIn } from "#contract/list.ts";
import type { Case } from "#contract/queues/case.ts";
import { type CasePage, casePages, type CaseScope, fetchCasePage, fetchLatestCases } from "#features/queues/case-queries.ts";
import { tellUnread } from "#ui/fresh-chip.tsx";

/** The loaded cases of a list, each in its place. */
export function useCaseRows(scope: CaseScope, entry: string) {
  const byField = fieldIn(scope.search.sort) !== undefined;
  return useSteadyList<CasePage, Case>({
    options: casePages(scope, entry),
    entry,
    order: byField ? undefined : (scope.search.order ?? "desc"),
    topic: "case",
    reads: "every page",
    rowsOf: (page) => page.cases,
    withRows: (page, cases) => ({ ...page, cases }),
    onUnread: tellUnread,
    fetchPage: (after, options) => fetchCasePage(scope, after, options),
    // What leaves a list of cases stays unknown, unless it may only have another place, or somebody waits to see how it ends: then the latest
    // changes say so.
    readLeft: async (_left, looksOn) => {
      const latest =
        byField || looksOn ? await fetchLatestCases(scope.queueId, { priority: "background" }).catch(() => undefined) : undefined;
      return new Map(latest?.cases.map((row) => [row.id, row]));
    },
  });
}
