import { useQueryClient } from "@tanstack/react-query";
import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { sessionQuery } from "#api/session-query.ts";
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
  const { user } = useSession();
  const client = useQueryClient();
  const self = member?.id === user.id;
  const remove = useWrite(removeOrganizationMember, {
    onSuccess: async () => {
      if (self) await client.refetchQueries(sessionQuery);
    },
  });
  const name = member?.name ?? member?.email ?? "";
  return (
    <ConfirmDialog
      open={member !== undefined}
      onClose={onClose}
      title={self ? `Leave ${organization.name}?` : `Remove ${name} from ${organization.name}?`}
      action={self ? "Leave organization" : "Remove"}
      {...(member ? { typedName: self ? organization.name : name } : {})}
      onConfirm={async () => {
        if (!member) return;
        await remove.mutateAsync({ params: { orgId: organization.id, memberId: member.id } });
        toast(self ? `You left ${organization.name}` : `${name} removed`);
      }}
    >
      <p>
        {self
          ? "You leave every team of the organization and lose access at once. Runs that you started stay."
          : "They leave every team of the organization and lose access at once. Runs that they started stay."}
      </p>
      {member ? <Losers orgId={organization.id} memberId={member.id} /> : null}
    </ConfirmDialog>
  );
}

function Losers({ orgId, memberId }: { orgId: string; memberId: string }) {
  return <Consequences query={useDeletion(organizationRemovalRead(orgId, memberId))} />;
}
