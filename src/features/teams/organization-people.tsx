import { useQuery } from "@tanstack/react-query";
import { Ellipsis, UserPlus } from "lucide-react";
import { useState } from "react";
import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { organizationRoleNames, type OrganizationRole, organizationRoles } from "#contract/roles.ts";
import { type OrganizationMember, removeOrganizationMember, updateOrganizationMember } from "#contract/teams/organization-members.ts";
import { mayGrantInOrganization, mayRemoveFromOrganization } from "#contract/teams/rights.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { counted } from "#ui/counted.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Menu, type MenuEntry } from "#ui/menu.tsx";
import { Section } from "#ui/page.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { toast } from "#ui/toast.ts";
import { InviteToOrganization, OrganizationInvites } from "./organization-invites.tsx";
import { organizationMembersRead, organizationRemovalRead } from "./queries.ts";

interface OrganizationPeopleProps {
  organization: { readonly id: string; readonly name: string };
  role: OrganizationRole;
}

/** Who is in an organization, for those who administer it. */
export function OrganizationPeople({ organization, role }: OrganizationPeopleProps) {
  const { user } = useSession();
  const [search, setSearch] = useState("");
  const [inviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<OrganizationMember>();
  const query = useQuery(organizationMembersRead(organization.id, search));
  const who = { userId: user.id, role };
  return (
    <Section
      title="People"
      description="Administrators and above open every team without joining it."
      aside={
        <Button icon={UserPlus} size="sm" onClick={() => setInviting(true)}>
          Invite
        </Button>
      }
    >
      <SearchBox label="Search by name or email" value={search} onSearch={(text) => setSearch(text)} />
      <Loaded inline query={query} what="the members of this organization">
        {({ members, total }) => (
          <>
            <ul aria-label="People" className="mt-3">
              {members.map((member) => (
                <PersonRow key={member.id} orgId={organization.id} member={member} who={who} onRemove={() => setLeaving(member)} />
              ))}
            </ul>
            {total > members.length ? <p className="pt-2 text-sm text-ink-3">{total} people. Search to see the others.</p> : null}
          </>
        )}
      </Loaded>
      <OrganizationInvites orgId={organization.id} />
      <InviteToOrganization orgId={organization.id} role={role} open={inviting} onClose={() => setInviting(false)} />
      <RemovePerson organization={organization} member={leaving} onClose={() => setLeaving(undefined)} />
    </Section>
  );
}

interface PersonRowProps {
  orgId: string;
  member: OrganizationMember;
  who: { readonly userId: string; readonly role: OrganizationRole };
  onRemove: () => void;
}

function PersonRow({ orgId, member, who, onRemove }: PersonRowProps) {
  const update = useWrite(updateOrganizationMember);
  const name = member.name ?? member.email;
  const failed = (error: Error) => toast(error.message, { failed: true });
  const give = (role: OrganizationRole) => update.mutateAsync({ params: { orgId, memberId: member.id }, body: { role } });
  const choose = async (role: OrganizationRole) => {
    if (role === member.role) return;
    await give(role);
    toast(`${name}: ${organizationRoleNames[role]}`, { undo: () => void give(member.role).catch(failed) });
  };
  const above = !mayGrantInOrganization(member.role, who);
  const own = member.id === who.userId;
  const entries: MenuEntry[] = [
    ...(above || own
      ? []
      : [
          { heading: "Role" },
          ...organizationRoles
            .filter((role) => mayGrantInOrganization(role, who))
            .map((role) => ({
              label: organizationRoleNames[role],
              checked: role === member.role,
              onSelect: () => void choose(role).catch(failed),
            })),
        ]),
    ...(mayRemoveFromOrganization(member, who)
      ? [{ label: own ? "Leave organization…" : "Remove from organization…", danger: true, onSelect: onRemove }]
      : []),
  ];
  return (
    <li className="flex items-center gap-3 border-t border-line py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-sm text-ink-3">
          {member.email} · {counted(member.teams, "team", "teams")}
        </p>
      </div>
      <span className="text-sm text-ink-2">{organizationRoleNames[member.role]}</span>
      {entries.length > 0 ? (
        <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={`Actions for ${name}`} />} entries={entries} />
      ) : null}
    </li>
  );
}

interface RemovePersonProps {
  organization: { readonly id: string; readonly name: string };
  member: OrganizationMember | undefined;
  onClose: () => void;
}

function RemovePerson({ organization, member, onClose }: RemovePersonProps) {
  const remove = useWrite(removeOrganizationMember);
  const name = member?.name ?? member?.email ?? "";
  return (
    <ConfirmDialog
      open={member !== undefined}
      onClose={onClose}
      title={`Remove ${name} from ${organization.name}?`}
      action="Remove"
      {...(member ? { typedName: name } : {})}
      onConfirm={async () => {
        if (!member) return;
        await remove.mutateAsync({ params: { orgId: organization.id, memberId: member.id } });
        toast(`${name} removed`);
      }}
    >
      <p>They leave every team of the organization and lose access at once. Runs that they started stay.</p>
      {member ? <Losers orgId={organization.id} memberId={member.id} /> : null}
    </ConfirmDialog>
  );
}

function Losers({ orgId, memberId }: { orgId: string; memberId: string }) {
  return <Consequences query={useDeletion(organizationRemovalRead(orgId, memberId))} />;
}
