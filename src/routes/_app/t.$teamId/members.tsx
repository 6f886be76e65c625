import { createFileRoute } from "@tanstack/react-router";
import { memberList } from "#contract/teams/member-list.ts";
import { MembersPage } from "#features/teams/members-page.tsx";
import { membersRead } from "#features/teams/queries.ts";
import { addressOf, type Paged } from "#lists/list-search.ts";
import { readOffset } from "#ui/address.ts";

export const Route = createFileRoute("/_app/t/$teamId/members")({
  validateSearch: addressOf<typeof memberList, Paged>(memberList, { offset: readOffset }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchQuery(membersRead(teamId, deps));
  },
  component: MembersPage,
});
