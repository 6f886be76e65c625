import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { type OrganizationMember, removeOrganizationMember } from "#contract/teams/organization-members.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { toast } from "#ui/toast.ts";
import { organizationRemovalRead } from "./queries.ts";

interface RemovePersonProps {
  organization: { readonly id: string; readonly name: string };
  member: OrganizationMember | undefined;
  onClose: () => void;
}

/** Asks before somebody leaves an organization with all of its teams. */
export function RemovePerson({ organization, member, onClose }: RemovePersonProps) {
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
