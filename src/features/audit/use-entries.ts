import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditEntry } from "#contract/audit/audit-entry.ts";
import { useSteadyRows } from "#ui/use-steady-rows.ts";
import { type AuditSearch, entryPages } from "./queries.ts";

export const rowIdOf = ({ id }: Pick<AuditEntry, "id">) => String(id);

/** The entries that the filters leave, as far as they are loaded, each in its place. */
export function useEntries(orgId: string, search: AuditSearch) {
  const pages = useInfiniteQuery(entryPages(orgId, search));
  const found = pages.data?.pages.flatMap(({ entries }) => entries);
  const view = JSON.stringify([orgId, search, pages.isPlaceholderData]);
  const list = useSteadyRows(found, rowIdOf, view, { version: pages.data, whole: !pages.hasNextPage, grows: true });
  return { pages, found, list, total: pages.data?.pages[0]?.total };
}
