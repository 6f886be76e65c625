import { getRouteApi, Outlet } from "@tanstack/react-router";
import { useLive } from "#api/live.ts";

const route = getRouteApi("/_app/t/$teamId");

/** What every page of a team has: the line that brings its changes. */
export function TeamFrame() {
  const { teamId } = route.useParams();
  useLive(teamId);
  return <Outlet />;
}
