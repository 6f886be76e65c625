import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { UserPlus, Users } from "lucide-react";
import { useState } from "react";
import { useMay } from "#api/roles.ts";
import { useSession, useTeam } from "#api/session.ts";
import type { Reply } from "#contract/endpoint.ts";
import { createTeamInvite } from "#contract/teams/invites.ts";
import { memberColumns, memberList } from "#contract/teams/member-list.ts";
import { exportTeamMembers, type listTeamMembers, type Member } from "#contract/teams/members.ts";
import { PagedList, usePages } from "#lists/paged-list.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { memberCells, memberLine } from "./member-cells.tsx";
import { MembersTabs } from "./members-tabs.tsx";
import { membersPerPage, membersRead, membersRequest } from "./queries.ts";
import { RemoveMember } from "./remove-member.tsx";

const route = getRouteApi("/_app/t/$teamId/members");

/** Who is in a team, with which role. */
export function MembersPage() {
  const { teamId } = route.useParams();
  const search = route.useSearch();
  const { user } = useSession();
  const team = useTeam();
  const [inviting, setInviting] = useState(false);
  const mayInvite = useMay(createTeamInvite);
  const [leaving, setLeaving] = useState<Member>();
  const query = useQuery(membersRead(teamId, search));
  const rowsOf = ({ members }: Reply<typeof listTeamMembers>) => members;
  const pages = usePages({ search, query, rowsOf, limit: membersPerPage });
  const cells = memberCells({ teamId, userId: user.id, onRemove: setLeaving });
  const invite = (
    <Button tone="primary" icon={UserPlus} onClick={() => setInviting(true)}>
      Invite
    </Button>
  );
  return (
    <Page title="Members" actions={mayInvite ? invite : null}>
      <MembersTabs teamId={teamId} value="members" />
      <PagedList
        {...{ teamId, search, query, pages, cells }}
        list={memberList}
        columns={memberColumns}
        to="/t/$teamId/members"
        beneath={memberLine}
        comfortable
        file={{ endpoint: exportTeamMembers, params: { teamId }, body: membersRequest(search) }}
        empty={<EmptyState icon={Users} title="No members" />}
      />
      <InviteDialog teamId={teamId} open={inviting} onClose={() => setInviting(false)} />
      <RemoveMember teamId={teamId} teamName={team?.name ?? ""} member={leaving} onClose={() => setLeaving(undefined)} />
    </Page>
  );
}
