import { getRouteApi, Navigate, Outlet, useLocation } from "@tanstack/react-router";
import { useLive } from "#api/live.ts";
import { pathTo } from "#api/path-to.ts";
import { useSession } from "#api/session.ts";
import { useVisit } from "#api/visit.ts";
import { usePageFoot } from "#ui/page-foot.ts";
import { useOtherTeam } from "./home-team.ts";
import { LeftTeam } from "./left-team.tsx";

const route = getRouteApi("/_app/t/$teamId");

/** What every page of a team has: the line that brings its changes, that somebody is here, and that it is about this team and no other, as long as the person is in it. */
export function TeamFrame() {
  const { teamId } = route.useParams();
  const { teams, organizations } = useSession();
  const team = teams.find(({ id }) => id === teamId);
  const organization = organizations.find(({ id }) => id === team?.organization_id);
  usePageFoot([team?.name, organization?.name].filter(Boolean).join(" · "), "page");
  return team ? <InTeam teamId={teamId} /> : <LeftTeam />;
}

function InTeam({ teamId }: { teamId: string }) {
  const { since } = route.useRouteContext();
  const href = useLocation({ select: (location) => location.href });
  const other = useOtherTeam(teamId, since);
  const here = `${pathTo("/t/$teamId", { teamId })}/`;
  useLive(teamId);
  useVisit(teamId);
  if (other !== undefined && href.startsWith(here))
    return <Navigate to="." href={`${pathTo("/t/$teamId", { teamId: other })}/${href.slice(here.length)}`} replace />;
  return <Outlet />;
}
