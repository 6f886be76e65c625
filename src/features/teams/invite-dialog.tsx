import { useState } from "react";
import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { useWho } from "#api/roles.ts";
import { roleNames, teamRoleWords } from "#contract/roles.ts";
import { createTeamInvite, type CreatedTeamInvite, sendTeamInviteEmail, usualRole } from "#contract/teams/invites.ts";
import { rolesToGive } from "#contract/teams/rights.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Form } from "#ui/form.tsx";
import { OnlyHere } from "#ui/only-here.tsx";
import { problemOf } from "#ui/problem.ts";
import { InviteFields } from "./invite-fields.tsx";

interface Made {
  readonly invite: CreatedTeamInvite;
  readonly emailSent: boolean;
  /** Why the email was not sent, where one was to be. */
  readonly failed?: string;
}

/** Asks for an address and a role, sends the email where there is email, and shows the link. */
export function InviteDialog({ teamId, open, onClose }: { teamId: string; open: boolean; onClose: () => void }) {
  const [made, setMade] = useState<Made>();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={made ? "Invite created" : "Invite to this team"}>
      {made ? <Handover made={made} onDone={close} /> : <InviteForm teamId={teamId} onMade={setMade} onClose={close} />}
    </Dialog>
  );
}

function InviteForm({ teamId, onMade, onClose }: { teamId: string; onMade: (made: Made) => void; onClose: () => void }) {
  const who = useWho();
  const create = useWrite(createTeamInvite);
  const send = useWrite(sendTeamInviteEmail);
  const form = useContractForm(createTeamInvite, {
    id: `invite-${teamId}`,
    defaultValues: { email: "", role: usualRole },
    submit: async (body): Promise<Made> => {
      const { invite } = await create.mutateAsync({ params: { teamId }, body });
      // The invite is there, and a second try would be told so: its link is shown all the same.
      const failed = (error: unknown): Made => ({ invite, emailSent: false, failed: problemOf(error).message });
      const sent = ({ emailSent }: { emailSent: boolean }): Made => ({ invite, emailSent });
      return send.mutateAsync({ params: { id: invite.id }, body: {} }).then(sent, failed);
    },
    onDone: onMade,
    fieldOfCode: { already_member: "email", already_invited: "email" },
  });
  const roles = who ? rolesToGive(who) : [];
  const chosen = useFieldValue(form, "role");
  return (
    <Form {...form.props} submit="Invite" onCancel={onClose}>
      <InviteFields form={form} chosen={chosen} roles={roles} names={roleNames} words={teamRoleWords} />
    </Form>
  );
}

function Handover({ made: { invite, emailSent, failed }, onDone }: { made: Made; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        {emailSent
          ? `An email to ${invite.email} is on its way. You can also share the link yourself.`
          : `${failed === undefined ? "This installation sends no email." : `The email was not sent. ${failed}`} Copy the link and send it to ${invite.email} yourself.`}
      </p>
      <code className="rounded-md border border-line bg-sunken p-3 text-sm break-all select-all">{invite.url}</code>
      <OnlyHere address={invite.url} />
      <p className="text-sm text-ink-2">Expires in 7 days. Works only for this address.</p>
      <div className="flex justify-end gap-2">
        <CopyButton text={invite.url} words="Copy link" />
        <Button tone="primary" size="sm" onClick={onDone} autoFocus>
          Done
        </Button>
      </div>
    </div>
  );
}
