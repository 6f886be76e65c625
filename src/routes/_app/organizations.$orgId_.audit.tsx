import { createFileRoute } from "@tanstack/react-router";
import { auditList } from "#contract/audit/audit-list.ts";
import { AuditPage } from "#features/audit/audit-page.tsx";
import { entryPages } from "#features/audit/queries.ts";
import { addressOf } from "#lists/list-search.ts";
import { textUpTo } from "#ui/address.ts";

export const Route = createFileRoute("/_app/organizations/$orgId_/audit")({
  validateSearch: addressOf<typeof auditList, { open?: string }>(auditList, { open: textUpTo(16) }),
  loaderDeps: ({ search: { open: _, ...filter } }) => filter,
  loader: ({ context: { queryClient }, params: { orgId }, deps }) => {
    void queryClient.prefetchInfiniteQuery(entryPages(orgId, deps));
  },
  component: AuditPage,
});
