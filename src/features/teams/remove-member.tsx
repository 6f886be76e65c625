import { useQueryClient } from "@tanstack/react-query";
import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { sessionQuery } from "#api/session-query.ts";
import { type Member, removeTeamMember } from "#contract/teams/members.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { toast } from "#ui/toast.ts";
import { removalRead } from "./queries.ts";

interface RemoveMemberProps {
  teamId: string;
  teamName: string;
  /** Closed while there is none. */
  member: Member | undefined;
  onClose: () => void;
}

/** Asks before somebody leaves a team, or is removed from it, and says what stops with that. */
export function RemoveMember({ teamId, teamName, member, onClose }: RemoveMemberProps) {
  const { user } = useSession();
  const client = useQueryClient();
  const self = member?.id === user.id;
  const remove = useWrite(removeTeamMember, {
    onSuccess: async () => {
      if (self) await client.refetchQueries(sessionQuery);
    },
  });
  const name = member?.name ?? member?.email ?? "";
  return (
    <ConfirmDialog
      open={member !== undefined}
      onClose={onClose}
      title={self ? `Leave ${teamName}?` : `Remove ${name} from ${teamName}?`}
      action={self ? "Leave team" : "Remove member"}
      onConfirm={async () => {
        if (!member) return;
        await remove.mutateAsync({ params: { teamId, memberId: member.id } });
        toast(self ? `You left ${teamName}` : `${name} removed`);
      }}
    >
      <p>
        {self
          ? "You lose access at once. Runs that you started stay in the team."
          : "They lose access immediately. Their runs stay in the team."}
      </p>
      {member ? <Losers teamId={teamId} memberId={member.id} /> : null}
    </ConfirmDialog>
  );
}

function Losers({ teamId, memberId }: { teamId: string; memberId: string }) {
  return <Consequences query={useDeletion(removalRead(teamId, memberId))} />;
}
