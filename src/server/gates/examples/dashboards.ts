import { dashboardOf } from "#server/gates/stage/dashboards.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { attachConnection } from "#server/dashboards/connections/dashboard-connections.store.ts";
import { furtherTeamOf } from "#server/gates/stage/teams.ts";
import { connectionOf } from "./connection-objects.ts";
import { type Examples, page } from "./example.ts";

const ofDashboard = async (stage: Stage) => ({ params: { artifactId: (await dashboardOf(stage)).artifactId } });

const ofVersion = async (stage: Stage) => {
  const { artifactId, revisionId } = await dashboardOf(stage);
  return { params: { artifactId, revisionId } };
};

async function attachedOf(stage: Stage) {
  const { params } = await ofDashboard(stage);
  const connectionId = await connectionOf(stage);
  await attachConnection(stage.service.app.services.store.db, params.artifactId, connectionId);
  return { params, connectionId };
}
const ofAttached = async (stage: Stage) => ({ params: (await attachedOf(stage)).params });

export const dashboardsExamples: Examples<
  "dashboards" | "dashboardConnections" | "dashboardMove" | "dashboardPages" | "dashboardVersions"
> = {
  dashboards: {
    listDashboards: {
      input: async (stage) => {
        await dashboardOf(stage);
        return { query: { ...page, scope: "created" as const, team_id: stage.teamId } };
      },
      also: (_stage, { query }) => [{ query: { ...query, scope: "team" as const } }, { query: { ...query, scope: "shared" as const } }],
    },
    getDashboard: { input: ofDashboard },
    updateDashboard: {
      input: async (stage) => ({ ...(await ofDashboard(stage)), body: { title: "Renamed", refresh_frequency: "daily" as const } }),
    },
    deleteDashboard: { input: ofDashboard },
    publishDashboard: {
      input: async (stage) => ({ ...(await ofDashboard(stage)), body: { visibility: "team" as const, permission: "edit" as const } }),
    },
    duplicateDashboard: { input: ofDashboard },
  },
  dashboardConnections: {
    listDashboardConnections: { input: ofAttached },
    attachDashboardConnection: {
      input: async (stage) => ({ ...(await ofDashboard(stage)), body: { connection_id: await connectionOf(stage) } }),
      compared: ["body.connection_id"],
    },
    detachDashboardConnection: {
      input: async (stage) => {
        const { params, connectionId } = await attachedOf(stage);
        return { params: { ...params, connectionId } };
      },
    },
  },
  dashboardMove: {
    moveDashboard: {
      input: async (stage) => ({
        params: { teamId: stage.teamId, artifactId: (await attachedOf(stage)).params.artifactId },
        query: { dryRun: "false" as const },
        body: { targetTeamId: await furtherTeamOf(stage) },
      }),
      twoTeams: true,
      compared: ["body.targetTeamId"],
    },
  },
  dashboardPages: {
    getDashboardHtml: { input: ofDashboard },
    exportDashboardHtml: { input: async (stage) => ({ ...(await ofDashboard(stage)), query: { theme: "dark" as const } }) },
    getDashboardPdf: { input: async (stage) => ({ ...(await ofDashboard(stage)), query: { theme: "light" as const } }) },
    getDashboardVersionHtml: { input: ofVersion },
  },
  dashboardVersions: {
    listDashboardVersions: { input: ofDashboard },
    restoreDashboardVersion: { input: ofVersion },
  },
};
