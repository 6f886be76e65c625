import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { getDashboard } from "#contract/dashboards/dashboards.ts";
import { titleOf } from "#features/dashboards/dashboard-words.ts";
import { dashboardRead } from "#features/dashboards/queries.ts";
import { cx } from "#ui/cx.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { Conversation } from "#features/dashboards/conversation/conversation.tsx";
import { useBlocks } from "./use-blocks.ts";
import { DashboardActions } from "./dashboard-actions.tsx";
import { DashboardMeta } from "./dashboard-meta.tsx";
import { LiveView } from "./live-view.tsx";
import { useConversationShown } from "./use-conversation-shown.ts";

const route = getRouteApi("/_app/t/$teamId/dashboards/$artifactId");

export function DashboardPage() {
  const { teamId, artifactId } = route.useParams();
  const dashboard = useQuery(dashboardRead(artifactId));
  if (dashboard.data) return <LoadedDashboard key={artifactId} teamId={teamId} {...dashboard.data} />;
  return (
    <Page title="Dashboard" crumbs={[{ label: "Dashboards", link: pathTo("/t/$teamId/dashboards", { teamId }) }]}>
      <Loaded query={dashboard} what="this dashboard" needs="Member">
        {() => null}
      </Loaded>
    </Page>
  );
}

function LoadedDashboard({ teamId, artifact, is_creator, can_edit }: { teamId: string } & Reply<typeof getDashboard>) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const talk = useConversationShown(can_edit);
  const blocks = useBlocks();
  return (
    <Page
      title={titleOf(artifact)}
      crumbs={[{ label: "Dashboards", link: pathTo("/t/$teamId/dashboards", { teamId }) }]}
      meta={<DashboardMeta artifact={artifact} />}
      actions={
        <DashboardActions
          teamId={teamId}
          artifact={artifact}
          isCreator={is_creator}
          canEdit={can_edit}
          talk={talk}
          onPrint={blocks.print}
        />
      }
    >
      <div className="relative flex min-h-0 flex-1">
        <div className={cx("flex min-h-0 min-w-0 flex-1 flex-col", can_edit && "max-[1099px]:pb-[49px]")}>
          <LiveView
            teamId={teamId}
            artifact={artifact}
            canEdit={can_edit}
            search={search}
            blocks={blocks}
            onChange={(next) => void navigate({ search: next })}
          />
        </div>
        {can_edit ? (
          <Conversation
            artifact={artifact}
            shown={talk.shown}
            onShow={talk.show}
            version={search.version}
            picked={blocks.picked}
            picking={blocks.picking}
            onPick={blocks.pick}
            onDropPicked={blocks.drop}
            onVersion={(version) => void navigate({ search: ({ version: _, ...now }) => ({ ...now, ...(version && { version }) }) })}
          />
        ) : null}
      </div>
    </Page>
  );
}
