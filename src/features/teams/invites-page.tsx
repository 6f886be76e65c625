import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { MailPlus, UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { InviteRow } from "./invite-row.tsx";
import { JoinLink } from "./join-link.tsx";
import { JoinRequests } from "./join-requests.tsx";
import { MembersTabs } from "./members-tabs.tsx";
import { invitesRead } from "./queries.ts";

const route = getRouteApi("/_app/t/$teamId/invites");

/** Who was invited and has not come yet, and the link by which anybody joins. */
export function InvitesPage() {
  const { teamId } = route.useParams();
  const [inviting, setInviting] = useState(false);
  const query = useQuery(invitesRead(teamId));
  const invite = (
    <Button tone="primary" icon={UserPlus} onClick={() => setInviting(true)}>
      Invite
    </Button>
  );
  return (
    <Page title="Invites" actions={query.data?.total === 0 ? null : invite}>
      <MembersTabs teamId={teamId} value="invites" />
      <div className="min-h-0 flex-1 overflow-y-auto px-3 py-5 md:px-5">
        <JoinRequests teamId={teamId} />
        <Loaded query={query} what="the invites of this team" needs="Manager">
          {({ invites }) =>
            invites.length === 0 ? (
              <EmptyState inline icon={MailPlus} title="No pending invites" action={invite}>
                Invite people by email address. Each invite waits here until they accept it.
              </EmptyState>
            ) : (
              <ul aria-label="Pending invites" className="divide-y divide-line rounded-md border border-line">
                {invites.map((each) => (
                  <InviteRow key={each.id} invite={each} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <JoinLink teamId={teamId} />
      </div>
      <InviteDialog teamId={teamId} open={inviting} onClose={() => setInviting(false)} />
    </Page>
  );
}
