import { createFileRoute } from "@tanstack/react-router";
import { organizationMemberList } from "#contract/teams/organization-member-list.ts";
import { PeoplePage } from "#features/teams/people-page.tsx";
import { organizationMembersRead } from "#features/teams/queries.ts";
import { addressOf, type Paged } from "#lists/list-search.ts";
import { readOffset } from "#ui/address.ts";

export const Route = createFileRoute("/_app/organizations/$orgId_/people")({
  validateSearch: addressOf<typeof organizationMemberList, Paged>(organizationMemberList, { offset: readOffset }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { orgId }, deps }) => {
    void queryClient.prefetchQuery(organizationMembersRead(orgId, deps));
  },
  component: PeoplePage,
});
