import { useQueryClient } from "@tanstack/react-query";
import { read } from "#api/query.ts";
import { getOrganizationInviteUrl, getTeamInviteUrl } from "#contract/teams/invite-urls.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { toastFailed } from "#ui/toast.ts";

interface CopyInviteLinkProps {
  id: string;
  /** The organization that the invite is to; absent for one that its team shows. */
  orgId?: string;
}

/** Asks for the link of an invite when it is pressed. No list has it, and nothing keeps it. */
export function CopyInviteLink({ id, orgId }: CopyInviteLinkProps) {
  const client = useQueryClient();
  const asked = { staleTime: 0, gcTime: 0 };
  const ask = async () => {
    const { url } = await (orgId === undefined
      ? client.fetchQuery({ ...read(getTeamInviteUrl, { params: { id } }), ...asked })
      : client.fetchQuery({ ...read(getOrganizationInviteUrl, { params: { orgId, id } }), ...asked }));
    return url;
  };
  const text = () => {
    const url = ask();
    url.catch(toastFailed);
    return url;
  };
  return <CopyButton text={text} words="Copy link" />;
}
