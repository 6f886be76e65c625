import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Case } from "#contract/queues/case.ts";
import type { CasePage } from "#features/queues/case-queries.ts";

type Pages = InfiniteData<CasePage, string | undefined>;

/** Keeps the row of a case, in lists that somebody comes back to, as the case is now. */
export function useKeptRow(row: Case): void {
  const client = useQueryClient();
  useEffect(() => {
    change(client, (page) => ({ ...page, cases: page.cases.map((each) => (each.id === row.id ? { ...each, ...row } : each)) }));
  }, [client, row]);
}

/** Takes the row of a deleted case out of those lists. */
export function useDropRow(): (caseId: string) => void {
  const client = useQueryClient();
  return (caseId) =>
    change(client, (page, held) => ({
      ...page,
      total: held.has(caseId) ? page.total - 1 : page.total,
      cases: page.cases.filter(({ id }) => id !== caseId),
    }));
}

function change(client: QueryClient, next: (page: CasePage, held: ReadonlySet<string>) => CasePage): void {
  client.setQueriesData<Pages>({ queryKey: ["Case list"] }, (data) => {
    if (!data) return data;
    const held = new Set(data.pages.flatMap(({ cases }) => cases.map(({ id }) => id)));
    return { ...data, pages: data.pages.map((page) => next(page, held)) };
  });
}
