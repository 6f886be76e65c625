import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { callWith } from "#api/client.ts";
import { readEvery } from "#api/every.ts";
import { requestOf } from "#api/list-request.ts";
import { rememberRead } from "#api/stale.ts";
import { listAuditEntries } from "#contract/audit/audit.ts";
import { auditList } from "#contract/audit/audit-list.ts";
import type { SearchOf } from "#contract/list.ts";
import { listOrganizationMembers } from "#contract/teams/organization-members.ts";

export type AuditSearch = SearchOf<typeof auditList>;

const perPage = 50;

/** Entries of the log, the newest first, page by page. */
export function entryPages(orgId: string, search: AuditSearch) {
  rememberRead(listAuditEntries);
  const input = { params: { orgId }, query: { limit: perPage, ...requestOf(auditList, search) } };
  return infiniteQueryOptions({
    queryKey: [listAuditEntries.reads, listAuditEntries.name, input, "pages"] as const,
    queryFn: ({ pageParam, signal }) =>
      callWith(listAuditEntries, { ...input, query: { ...input.query, ...(pageParam && { after: pageParam }) } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** Everyone in an organization, whom the log can be narrowed to. */
export function everyoneRead(orgId: string) {
  return readEvery(listOrganizationMembers, { params: { orgId }, query: {} }, ({ members: rows, total }) => ({ rows, total }));
}
