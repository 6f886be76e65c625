import { readEvery } from "#api/every.ts";
import { read } from "#api/query.ts";
import { listConnections } from "#contract/connections/connections.ts";
import { listDashboardConnections } from "#contract/dashboards/connections.ts";
import { getDashboard, listDashboards } from "#contract/dashboards/dashboards.ts";
import { listDashboardMessages } from "#contract/dashboards/messages.ts";
import { listOrganizationDashboards, viewOrganizationDashboard } from "#contract/dashboards/organization.ts";
import type { Chosen } from "#contract/dashboards/page.ts";
import { listDashboardVersions } from "#contract/dashboards/versions.ts";
import { getDashboardThumbnail, viewDashboard } from "#contract/dashboards/views.ts";
import { listTeamMembers } from "#contract/teams/members.ts";

/** Those that the viewer made, or those of teammates. */
export function dashboardsRead(teamId: string, scope: "created" | "team") {
  return readEvery(listDashboards, { query: { team_id: teamId, scope } }, ({ artifacts: rows, total }) => ({ rows, total }));
}

export function dashboardRead(artifactId: string) {
  return read(getDashboard, { params: { artifactId } });
}

/** The page with its figures; the one before stays on screen while another range is counted. */
export function viewRead(artifactId: string, chosen: Chosen, revision: string | undefined, inWork = false) {
  const body = { chosen, ...(revision !== undefined && { revision_id: revision }), ...(inWork && { in_work: true }) };
  return read(viewDashboard, { params: { artifactId }, body }, { keepPrevious: true });
}

export function sketchRead(artifactId: string, version: string, theme: "light" | "dark") {
  return read(getDashboardThumbnail, { params: { artifactId }, query: { theme, version } });
}

export function versionsRead(artifactId: string) {
  return read(listDashboardVersions, { params: { artifactId } });
}

export function attachedRead(artifactId: string) {
  return read(listDashboardConnections, { params: { artifactId } });
}

/** Connections that the viewer can use in the team: their own, and shared ones. */
export function connectionsRead(teamId: string) {
  return readEvery(listConnections, { params: { teamId }, query: {} }, ({ integrations: rows, total }) => ({ rows, total }));
}

/** Dashboards of other teams that were published to the organization. */
export function organizationDashboardsRead(orgId: string) {
  return read(listOrganizationDashboards, { params: { orgId } });
}

export function organizationDashboardRead(orgId: string, artifactId: string) {
  return read(viewOrganizationDashboard, { params: { orgId, artifactId } });
}

const messagesPerPage = 200;

export function messagesRead(artifactId: string) {
  return read(listDashboardMessages, { params: { artifactId }, query: { limit: messagesPerPage } }, { keepPrevious: true });
}

/** Everybody in the team: who made a dashboard, and who will see it. */
export function peopleRead(teamId: string) {
  return readEvery(listTeamMembers, { params: { teamId }, query: {} }, ({ members: rows, total }) => ({ rows, total }));
}
