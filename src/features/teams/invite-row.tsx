import { Ellipsis } from "lucide-react";
import { useWrite } from "#api/query.ts";
import { useMay, useWho } from "#api/roles.ts";
import { roleNames, type TeamRole, teamRoleWords } from "#contract/roles.ts";
import { getTeamInviteUrl } from "#contract/teams/invite-urls.ts";
import { deleteTeamInvite, type MailState, sendTeamInviteEmail, type TeamInvite, updateTeamInvite } from "#contract/teams/invites.ts";
import { rolesToGive } from "#contract/teams/rights.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu, type MenuEntry } from "#ui/menu.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { CopyInviteLink } from "./copy-invite-link.tsx";
import { dayOf } from "./day-of.ts";

const mailWords: Record<MailState, string> = {
  none: "no email sent",
  waiting: "email on its way",
  sent: "email sent",
  failed: "email failed",
};

export function InviteRow({ invite }: { invite: TeamInvite }) {
  const who = useWho();
  const send = useWrite(sendTeamInviteEmail);
  const update = useWrite(updateTeamInvite);
  const revoke = useWrite(deleteTeamInvite);
  const mayRevoke = useMay(deleteTeamInvite);
  const mayCopy = useMay(getTeamInviteUrl, invite);
  const maySend = useMay(sendTeamInviteEmail, invite);
  const mayChange = useMay(updateTeamInvite, invite);
  const { id, email, role, expired, expires_at: end, mail, mail_error: why } = invite;
  const params = { id };
  const resend = async () => {
    const { emailSent } = await send.mutateAsync({ params, body: {} });
    toast(emailSent ? `Sent again to ${email}` : "Extended by 7 days. Email is off, so copy the link");
  };
  const change = async (next: TeamRole) => {
    const { invite: changed } = await update.mutateAsync({ params, body: { role: next } });
    toast(changed.mail === "waiting" ? `${roleNames[next]}: sent again to ${email}` : `${roleNames[next]}: copy the link again`);
  };
  const entries: MenuEntry[] = [
    ...(maySend ? [{ label: expired ? "Renew and resend" : "Resend", onSelect: () => void resend().catch(toastFailed) }] : []),
    ...(mayChange && who
      ? [
          { heading: "Role" },
          ...rolesToGive(who).map((each) => ({
            label: roleNames[each],
            note: teamRoleWords[each],
            checked: each === role,
            onSelect: () => void (each === role ? undefined : change(each).catch(toastFailed)),
          })),
        ]
      : []),
    ...(mayRevoke
      ? ([
          ...(maySend ? (["separator"] as const) : []),
          {
            label: "Revoke invite",
            danger: true,
            onSelect: () => void revoke.mutateAsync({ params }).then(() => toast(`Invite for ${email} revoked`), toastFailed),
          },
        ] as const)
      : []),
  ];
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{email}</p>
        <p className="flex flex-wrap gap-x-2 text-sm text-ink-2">
          <span>{roleNames[role]}</span>
          <span className={mail === "failed" ? "text-failed" : "text-ink-3"}>
            {mailWords[mail]}
            {mail === "failed" && why ? `: ${why}` : ""}
          </span>
          <span className={expired ? "text-failed" : "text-ink-3"}>
            {expired ? "expired " : "expires "}
            {dayOf(end)}
          </span>
        </p>
      </div>
      {mayCopy ? <CopyInviteLink id={id} /> : null}
      {entries.length > 0 ? (
        <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={`Actions for the invite of ${email}`} />} entries={entries} />
      ) : null}
    </li>
  );
}
