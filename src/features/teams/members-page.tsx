import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Users } from "lucide-react";
import { useState } from "react";
import { useSession, useTeam } from "#api/session.ts";
import type { Reply } from "#contract/endpoint.ts";
import { memberColumns, memberList } from "#contract/teams/member-list.ts";
import type { listTeamMembers, Member } from "#contract/teams/members.ts";
import { PagedList, usePages } from "#lists/paged-list.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import { memberCells, memberLine } from "./member-cells.tsx";
import { membersPerPage, membersRead } from "./queries.ts";
import { RemoveMember } from "./remove-member.tsx";

const route = getRouteApi("/_app/t/$teamId/members");

/** Who is in a team, with which role. */
export function MembersPage() {
  const { teamId } = route.useParams();
  const search = route.useSearch();
  const { user } = useSession();
  const team = useTeam();
  const [leaving, setLeaving] = useState<Member>();
  const query = useQuery(membersRead(teamId, search));
  const rowsOf = ({ members }: Reply<typeof listTeamMembers>) => members;
  const pages = usePages({ list: memberList, search, query, rowsOf, limit: membersPerPage });
  const cells = memberCells({ teamId, userId: user.id, onRemove: setLeaving });
  return (
    <Page title="Members">
      <PagedList
        {...{ teamId, search, query, pages, cells }}
        list={memberList}
        columns={memberColumns}
        to="/t/$teamId/members"
        beneath={memberLine}
        comfortable
        empty={<EmptyState icon={Users} title="No members" />}
      />
      <RemoveMember teamId={teamId} teamName={team?.name ?? ""} member={leaving} onClose={() => setLeaving(undefined)} />
    </Page>
  );
}
