import { pathTo } from "#api/path-to.ts";
import { Users } from "lucide-react";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Page } from "#ui/page.tsx";

export function NoTeam() {
  return (
    <Page title="No team yet">
      <EmptyState
        icon={Users}
        title="You are not in a team"
        action={<LinkButton link={pathTo("/profile", {})}>Open your profile</LinkButton>}
      >
        Agents, runs and files belong to a team. Ask an owner or administrator to add you to theirs.
      </EmptyState>
    </Page>
  );
}
