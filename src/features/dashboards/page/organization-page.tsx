import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useTeam } from "#api/session.ts";
import { organizationDashboardRead } from "#features/dashboards/queries.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { Status } from "#ui/status.tsx";
import { ClockTime, exactTime } from "#ui/time.tsx";
import { DrawnFrame } from "./drawn-frame.tsx";

const route = getRouteApi("/_app/t/$teamId/dashboards/organization/$artifactId");
const nothing = () => undefined;

/** A dashboard of another team: what its publisher saw, as it was then. */
export function OrganizationDashboardPage() {
  const { teamId, artifactId } = route.useParams();
  const team = useTeam();
  const view = useQuery({ ...organizationDashboardRead(team?.organization_id ?? "", artifactId), enabled: team !== undefined });
  const [broken, setBroken] = useState<string>();
  const dashboard = view.data?.dashboard;
  return (
    <Page
      title={dashboard?.title ?? "Dashboard"}
      crumbs={[{ label: "Dashboards", link: pathTo("/t/$teamId/dashboards", { teamId }, { show: "organization" }) }]}
    >
      <Loaded query={view} what="this dashboard">
        {({ dashboard: { title, team_name, published_by, taken_at }, html }) => (
          <>
            <div
              role="group"
              aria-label="What the page shows"
              className="flex min-h-[45px] shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5 text-sm md:px-5"
            >
              <span className="flex items-center gap-1.5" title={exactTime(taken_at)}>
                <Status look="later" word="As of" /> <ClockTime at={Date.parse(taken_at)} />
              </span>
              <span className="min-w-0 break-words text-ink-2">
                What {published_by} saw in {team_name}
              </span>
            </div>
            {broken ? <p className="px-3 py-2 text-sm text-failed md:px-5">The page reported an error: {broken}</p> : null}
            <DrawnFrame
              title={title}
              html={html}
              writing={undefined}
              picking={false}
              prints={0}
              onAct={nothing}
              onPicked={nothing}
              onUnpick={nothing}
              onBroken={setBroken}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}
