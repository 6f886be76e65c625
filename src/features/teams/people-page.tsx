import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { UserPlus, Users } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useSession } from "#api/session.ts";
import type { Reply } from "#contract/endpoint.ts";
import { type OrganizationRole, organizationRoleNames } from "#contract/roles.ts";
import { usualOrganizationRole } from "#contract/teams/invites.ts";
import { organizationMemberColumns, organizationMemberList } from "#contract/teams/organization-member-list.ts";
import { exportOrganizationMembers, type listOrganizationMembers, type OrganizationMember } from "#contract/teams/organization-members.ts";
import { ListBar } from "#lists/list-bar.tsx";
import { type Cells, columnsOf } from "#lists/list-columns.ts";
import { cleared, isNarrowed, soughtInWords } from "#lists/list-words.ts";
import { usePages } from "#lists/paged-list.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { Page } from "#ui/page.tsx";
import { Pager } from "#ui/pager.tsx";
import { TableOfSteady } from "#ui/steady-table.tsx";
import { InviteToOrganization, OrganizationInvites } from "./organization-invites.tsx";
import { PersonActs } from "./person-acts.tsx";
import { organizationMembersRead, peoplePerPage, peopleRequest, type PeopleSearch } from "./queries.ts";
import { RemovePerson } from "./remove-person.tsx";

const route = getRouteApi("/_app/organizations/$orgId_/people");

/** Who is in an organization, for those who administer it. */
export function PeoplePage() {
  const { orgId } = route.useParams();
  const { offset = 0, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { user, organizations } = useSession();
  const organization = organizations.find(({ id }) => id === orgId);
  const role = organization?.role ?? usualOrganizationRole;
  const [inviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<OrganizationMember>();
  const query = useQuery(organizationMembersRead(orgId, { ...search, offset }));
  const rowsOf = ({ members }: Reply<typeof listOrganizationMembers>) => members;
  const pages = usePages({ search: { ...search, offset }, query, rowsOf, limit: peoplePerPage });
  const go = (next: PeopleSearch, step?: { replace: boolean }) => void navigate({ search: next, ...step });
  const list = { list: organizationMemberList, search, onSearch: go };
  const columns = columnsOf({
    ...list,
    columns: organizationMemberColumns,
    cells: cellsOf({ orgId, who: { userId: user.id, role }, onRemove: setLeaving }),
    beneath: personLine,
  });
  const total = query.data === undefined ? undefined : pages.total;
  return (
    <Page
      title="People"
      crumbs={[{ label: organization?.name ?? "Organization", link: pathTo("/organizations/$orgId", { orgId }) }]}
      actions={
        <Button tone="primary" icon={UserPlus} onClick={() => setInviting(true)}>
          Invite
        </Button>
      }
    >
      <ListBar
        {...list}
        teamId={orgId}
        columns={columns}
        total={total}
        none={total === 0}
        file={{ endpoint: exportOrganizationMembers, params: { orgId }, body: peopleRequest(search) }}
      />
      <Loaded query={query} what="the people of this organization" needs="Administrator of the organization">
        {() =>
          pages.list.rows.length > 0 ? (
            <TableOfSteady
              label="People"
              list={pages.list}
              rowId={pages.idOf}
              columns={columns}
              total={pages.total}
              offset={offset}
              outdated={query.isPlaceholderData}
              comfortable
              footer={<OrganizationInvites orgId={orgId} role={role} />}
            />
          ) : isNarrowed(organizationMemberList, search) ? (
            <NoMatch what="people" onClear={() => go(cleared(organizationMemberList, search))}>
              Filters: {soughtInWords(organizationMemberList, search)}
            </NoMatch>
          ) : (
            <EmptyState icon={Users} title="No people" />
          )
        }
      </Loaded>
      <Pager
        offset={offset}
        limit={peoplePerPage}
        total={pages.total}
        link={(next) => ({
          to: "/organizations/$orgId/people",
          params: { orgId },
          search: { ...search, ...(next > 0 ? { offset: next } : {}) },
        })}
      />
      <InviteToOrganization orgId={orgId} role={role} open={inviting} onClose={() => setInviting(false)} />
      <RemovePerson organization={{ id: orgId, name: organization?.name ?? "" }} member={leaving} onClose={() => setLeaving(undefined)} />
    </Page>
  );
}

interface CellsProps {
  orgId: string;
  who: { userId: string; role: OrganizationRole };
  onRemove: (member: OrganizationMember) => void;
}

function cellsOf({ orgId, who, onRemove }: CellsProps): Cells<typeof organizationMemberColumns, OrganizationMember> {
  return {
    name: (member) => <PersonName member={member} own={member.id === who.userId} />,
    email: ({ email }) => <span className="truncate">{email}</span>,
    role: (member) => organizationRoleNames[member.role],
    teams: ({ teams }) => teams.toLocaleString("en"),
    acts: (member) => <PersonActs orgId={orgId} member={member} who={who} onRemove={() => onRemove(member)} />,
  };
}

/** All that a phone says of somebody beside the name. */
function personLine({ email, role }: OrganizationMember): string {
  return `${email} · ${organizationRoleNames[role]}`;
}

function PersonName({ member: { name, email }, own }: { member: OrganizationMember; own: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate font-medium">{name ?? email}</span>
      {own ? <span className="text-ink-3">you</span> : null}
    </span>
  );
}
