import { createFileRoute } from "@tanstack/react-router";
import { insightsList } from "#contract/teams/insights-list.ts";
import { InsightsPage } from "#features/teams/insights/insights-page.tsx";
import { type InsightsPlace, periods, windowSpans } from "#features/teams/insights/insights-search.ts";
import { addressOf } from "#lists/list-search.ts";
import { oneOf } from "#ui/address.ts";

export const Route = createFileRoute("/_app/organizations/$orgId_/insights")({
  validateSearch: addressOf<typeof insightsList, InsightsPlace>(insightsList, {
    last: oneOf(windowSpans),
    by: oneOf(periods),
    split: oneOf(["start"]),
  }),
  component: InsightsPage,
});
