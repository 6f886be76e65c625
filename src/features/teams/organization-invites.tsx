import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { organizationRoleNames, type OrganizationRole, organizationRoles, organizationRoleWords } from "#contract/roles.ts";
import { deleteOrganizationInvite, inviteOrgMember, usualOrganizationRole } from "#contract/teams/invites.ts";
import { mayGrantInOrganization } from "#contract/teams/rights.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Form } from "#ui/form.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { CopyInviteLink } from "./copy-invite-link.tsx";
import { dayOf } from "./day-of.ts";
import { InviteFields } from "./invite-fields.tsx";
import { organizationInvitesRead } from "./queries.ts";

/** Who was invited to the organization and has not come yet; nothing where there is no one. */
export function OrganizationInvites({ orgId, role: own }: { orgId: string; role: OrganizationRole }) {
  const query = useQuery(organizationInvitesRead(orgId));
  const revoke = useWrite(deleteOrganizationInvite);
  if (query.data?.total === 0) return null;
  return (
    <section className="px-3 pb-6 md:px-5">
      <h2 className="mt-6 mb-1 text-sm font-medium">Pending invites</h2>
      <Loaded inline query={query} what="the invites to this organization">
        {({ invites }) => (
          <ul aria-label="Pending invites">
            {invites.map(({ id, email, role, team_name, expired, expires_at: end }) => (
              <li key={id} className="flex items-center gap-3 border-t border-line py-2">
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium">{email}</p>
                  <p className="text-sm text-ink-3">
                    {organizationRoleNames[role]}
                    {team_name === null ? "" : `, and Member of ${team_name}`} · {expired ? "expired" : "expires"} {dayOf(end)}
                  </p>
                </div>
                {mayGrantInOrganization(role, { role: own }) ? <CopyInviteLink id={id} orgId={orgId} /> : null}
                <IconButton
                  icon={Trash2}
                  size="sm"
                  label={`Revoke the invite of ${email}`}
                  onClick={() =>
                    void revoke
                      .mutateAsync({ params: { orgId, id } })
                      .then(() => toast(`Invite for ${email} revoked`))
                      .catch(toastFailed)
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

interface InviteToOrganizationProps {
  orgId: string;
  role: OrganizationRole;
  open: boolean;
  onClose: () => void;
}

export function InviteToOrganization({ orgId, role, open, onClose }: InviteToOrganizationProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Invite to this organization">
      <InviteForm orgId={orgId} role={role} onClose={onClose} />
    </Dialog>
  );
}

function InviteForm({ orgId, role: own, onClose }: Omit<InviteToOrganizationProps, "open">) {
  const invite = useWrite(inviteOrgMember);
  const form = useContractForm(inviteOrgMember, {
    id: `invite-organization-${orgId}`,
    defaultValues: { email: "", role: usualOrganizationRole },
    submit: (body) => invite.mutateAsync({ params: { orgId }, body }),
    onDone: ({ emailSent }) => {
      toast(emailSent ? "Invite sent" : "Invite created. No email is sent here: copy its link");
      onClose();
    },
    fieldOfCode: { already_member: "email", already_invited: "email" },
  });
  const chosen = useFieldValue(form, "role");
  const roles = organizationRoles.filter((role) => mayGrantInOrganization(role, { role: own }));
  return (
    <Form {...form.props} submit="Invite" onCancel={onClose}>
      <InviteFields form={form} chosen={chosen} roles={roles} names={organizationRoleNames} words={organizationRoleWords} />
    </Form>
  );
}
