import { readEvery } from "#api/every.ts";
import { read } from "#api/query.ts";
import { requestOf } from "#api/list-request.ts";
import type { SearchOf } from "#contract/list.ts";
import { organizationMemberList } from "#contract/teams/organization-member-list.ts";
import { orderIn } from "#lists/list-order.ts";
import { getTeamInviteLink } from "#contract/teams/invite-links.ts";
import { listOrganizationInvites, listTeamInvites } from "#contract/teams/invites.ts";
import { listJoinRequests } from "#contract/teams/join-requests.ts";
import { memberList } from "#contract/teams/member-list.ts";
import { listTeamMembers, previewMemberRemoval } from "#contract/teams/members.ts";
import { listOrganizationMembers, previewOrganizationMemberRemoval } from "#contract/teams/organization-members.ts";
import { listOrgTeams } from "#contract/teams/organization-teams.ts";

export const membersPerPage = 50;

export function membersRead(teamId: string, { offset = 0, ...search }: SearchOf<typeof memberList> & { offset?: number }) {
  const query = { limit: membersPerPage, offset, ...membersRequest(search) };
  return read(listTeamMembers, { params: { teamId }, query }, { keepPrevious: true });
}

/** As {@link peopleRequest}. */
export function membersRequest(search: SearchOf<typeof memberList>) {
  const { by, order } = orderIn(memberList, search);
  return { ...requestOf(memberList, search), sort: by as keyof typeof memberList.sorts.by, order };
}

export function removalRead(teamId: string, memberId: string) {
  return read(previewMemberRemoval, { params: { teamId, memberId } });
}

export function invitesRead(teamId: string) {
  return read(listTeamInvites, { params: { teamId } });
}

export function joinLinkRead(teamId: string) {
  return read(getTeamInviteLink, { params: { teamId } });
}

export function joinRequestsRead(teamId: string) {
  return read(listJoinRequests, { params: { teamId } });
}

export function organizationTeamsRead(orgId: string) {
  return readEvery(listOrgTeams, { params: { orgId }, query: { sort: "name" } }, ({ teams: rows, total }) => ({ rows, total }));
}

export const peoplePerPage = 50;
export type PeopleSearch = SearchOf<typeof organizationMemberList>;

export function organizationMembersRead(orgId: string, { offset = 0, ...search }: PeopleSearch & { offset?: number }) {
  const query = { limit: peoplePerPage, offset, ...peopleRequest(search) };
  return read(listOrganizationMembers, { params: { orgId }, query }, { keepPrevious: true });
}

/** Filters and order as the service takes them, for a list and for its file. */
export function peopleRequest(search: PeopleSearch) {
  const { by, order } = orderIn(organizationMemberList, search);
  return { ...requestOf(organizationMemberList, search), sort: by as keyof typeof organizationMemberList.sorts.by, order };
}

export function organizationInvitesRead(orgId: string) {
  return read(listOrganizationInvites, { params: { orgId } });
}

export function organizationRemovalRead(orgId: string, memberId: string) {
  return read(previewOrganizationMemberRemoval, { params: { orgId, memberId } });
}
