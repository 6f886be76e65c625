import { createFileRoute } from "@tanstack/react-router";
import { OrganizationDashboardPage } from "#features/dashboards/page/organization-page.tsx";

export const Route = createFileRoute("/_app/t/$teamId/dashboards/organization/$artifactId")({
  component: OrganizationDashboardPage,
});
