import { createFileRoute } from "@tanstack/react-router";
import { useTeam } from "#api/session.ts";
import { onlyContributes } from "#contract/roles.ts";
import { AskedPage } from "#features/clarity/asked/asked-page.tsx";
import { readLandscapeSearch } from "#features/clarity/clarity-search.ts";
import { LandscapePage } from "#features/clarity/landscape/landscape-page.tsx";

export const Route = createFileRoute("/_app/t/$teamId/clarity/")({
  validateSearch: readLandscapeSearch,
  component: Start,
});

/** The landscape, or what somebody is asked who sees nothing else of it. */
function Start() {
  const team = useTeam();
  return team && onlyContributes(team.role) ? <AskedPage teamId={team.id} /> : <LandscapePage />;
}
