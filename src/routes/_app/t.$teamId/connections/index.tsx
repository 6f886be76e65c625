import { createFileRoute } from "@tanstack/react-router";
import { connectionList } from "#contract/connections/connection-list.ts";
import { ConnectionList } from "#features/connections/connection-list.tsx";
import { connectionsRead } from "#features/connections/queries.ts";
import { addressOf, type Paged } from "#lists/list-search.ts";
import { readOffset, textUpTo } from "#ui/address.ts";

export const Route = createFileRoute("/_app/t/$teamId/connections/")({
  validateSearch: addressOf<typeof connectionList, Paged & { connection?: string }>(connectionList, {
    offset: readOffset,
    connection: textUpTo(36),
  }),
  loaderDeps: ({ search: { connection: _, ...search } }) => search,
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchQuery(connectionsRead(teamId, deps));
  },
  component: ConnectionList,
});
