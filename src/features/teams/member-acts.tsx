import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { useWrite } from "#api/query.ts";
import { useMay, useWho } from "#api/roles.ts";
import { sessionQuery } from "#api/session-query.ts";
import { roleNames, type TeamRole, teamRoleWords } from "#contract/roles.ts";
import { type Member, removeTeamMember, updateTeamMember } from "#contract/teams/members.ts";
import { rolesToGive } from "#contract/teams/rights.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu, type MenuEntry } from "#ui/menu.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

interface MemberActsProps {
  teamId: string;
  member: Member;
  onRemove: () => void;
}

/** What may be done about a member: nothing is drawn where that is nothing. */
export function MemberActs({ teamId, member, onRemove }: MemberActsProps) {
  const who = useWho();
  const mayChange = useMay(updateTeamMember, member);
  const mayRemove = useMay(removeTeamMember, member);
  const [own, setOwn] = useState<TeamRole>();
  const client = useQueryClient();
  const update = useWrite(updateTeamMember, {
    onSuccess: async ({ member: { id } }) => {
      if (id === who?.userId) await client.refetchQueries(sessionQuery);
    },
  });
  const name = member.name ?? member.email;
  const self = member.id === who?.userId;
  const give = (role: TeamRole) => update.mutateAsync({ params: { teamId, memberId: member.id }, body: { role } });
  const choose = async (role: TeamRole) => {
    if (role === member.role) return;
    if (self) return setOwn(role);
    await give(role);
    toast(`${name}: ${roleNames[role]}`, { undo: () => void give(member.role).catch(toastFailed) });
  };
  const roles = who && mayChange ? rolesToGive(who) : [];
  const entries: MenuEntry[] = [
    ...(roles.length > 0 ? [{ heading: "Role" }] : []),
    ...roles.map((role) => ({
      label: roleNames[role],
      note: teamRoleWords[role],
      checked: role === member.role,
      onSelect: () => void choose(role).catch(toastFailed),
    })),
    ...(roles.length > 0 && mayRemove ? (["separator"] as const) : []),
    ...(mayRemove ? [{ label: self ? "Leave team…" : "Remove from team…", danger: true, onSelect: onRemove }] : []),
  ];
  if (entries.length === 0) return null;
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={`Actions for ${name}`} />} entries={entries} />
      <ConfirmDialog
        open={own !== undefined}
        onClose={() => setOwn(undefined)}
        title="Change your own role?"
        action="Change role"
        mild
        onConfirm={async () => {
          if (!own) return;
          await give(own);
          toast(`You: ${roleNames[own]}`);
        }}
      >
        <p>You become {own ? roleNames[own] : ""} at once. Only a member with a higher role can change it back.</p>
      </ConfirmDialog>
    </>
  );
}
