import { Ellipsis } from "lucide-react";
import { useWrite } from "#api/query.ts";
import { organizationRoleNames, type OrganizationRole, organizationRoles, organizationRoleWords } from "#contract/roles.ts";
import { type OrganizationMember, updateOrganizationMember } from "#contract/teams/organization-members.ts";
import { mayGrantInOrganization, mayRemoveFromOrganization } from "#contract/teams/rights.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu, type MenuEntry } from "#ui/menu.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

interface PersonActsProps {
  orgId: string;
  member: OrganizationMember;
  who: { readonly userId: string; readonly role: OrganizationRole };
  onRemove: () => void;
}

/** What may be done about somebody of an organization: nothing is drawn where that is nothing. */
export function PersonActs({ orgId, member, who, onRemove }: PersonActsProps) {
  const update = useWrite(updateOrganizationMember);
  const name = member.name ?? member.email;
  const give = (role: OrganizationRole) => update.mutateAsync({ params: { orgId, memberId: member.id }, body: { role } });
  const choose = async (role: OrganizationRole) => {
    if (role === member.role) return;
    await give(role);
    toast(`${name}: ${organizationRoleNames[role]}`, { undo: () => void give(member.role).catch(toastFailed) });
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
              note: organizationRoleWords[role],
              checked: role === member.role,
              onSelect: () => void choose(role).catch(toastFailed),
            })),
        ]),
    ...(mayRemoveFromOrganization(member, who)
      ? [{ label: own ? "Leave organization…" : "Remove from organization…", danger: true, onSelect: onRemove }]
      : []),
  ];
  if (entries.length === 0) return null;
  return <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={`Actions for ${name}`} />} entries={entries} />;
}
