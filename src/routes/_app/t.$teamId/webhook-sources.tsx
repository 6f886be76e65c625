import { createFileRoute } from "@tanstack/react-router";
import { webhookSourceList } from "#contract/schedules/webhook-source-list.ts";
import { sourcesRead } from "#features/schedules/sources/queries.ts";
import { SourceList } from "#features/schedules/sources/source-list.tsx";
import { addressOf, type Paged } from "#lists/list-search.ts";
import { readOffset, textUpTo } from "#ui/address.ts";

export const Route = createFileRoute("/_app/t/$teamId/webhook-sources")({
  validateSearch: addressOf<typeof webhookSourceList, Paged & { source?: string }>(webhookSourceList, {
    offset: readOffset,
    source: textUpTo(36),
  }),
  loaderDeps: ({ search: { source: _, ...search } }) => search,
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchQuery(sourcesRead(teamId, deps));
  },
  component: SourceList,
});
