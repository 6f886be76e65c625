import { read } from "#api/query.ts";
import { requestOf } from "#api/list-request.ts";
import type { SearchOf } from "#contract/list.ts";
import { memberList } from "#contract/teams/member-list.ts";
import { listTeamMembers, previewMemberRemoval } from "#contract/teams/members.ts";

export const membersPerPage = 50;

export function membersRead(teamId: string, { offset = 0, ...search }: SearchOf<typeof memberList> & { offset?: number }) {
  const query = { limit: membersPerPage, offset, ...requestOf(memberList, search) };
  return read(listTeamMembers, { params: { teamId }, query }, { keepPrevious: true });
}

export function removalRead(teamId: string, memberId: string) {
  return read(previewMemberRemoval, { params: { teamId, memberId } });
}
