import { createFileRoute } from "@tanstack/react-router";
import { readLandscapeSearch } from "#features/clarity/clarity-search.ts";
import { LandscapePage } from "#features/clarity/landscape/landscape-page.tsx";

export const Route = createFileRoute("/_app/t/$teamId/clarity/")({
  validateSearch: readLandscapeSearch,
  component: LandscapePage,
});
