import { LogOut } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { useSession } from "#api/session.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Page } from "#ui/page.tsx";

/** In place of every page of a team that the person is no longer in. */
export function LeftTeam() {
  const [other] = useSession().teams;
  return (
    <Page title="No longer in this team">
      <EmptyState
        icon={LogOut}
        title="You are no longer a member of this team"
        action={
          <LinkButton link={other ? pathTo("/t/$teamId", { teamId: other.id }) : pathTo("/profile", {})}>
            {other ? `Go to ${other.name}` : "Open your profile"}
          </LinkButton>
        }
      >
        You left it, or an Administrator of the team removed you. Ask them if you did not expect this.
      </EmptyState>
    </Page>
  );
}
