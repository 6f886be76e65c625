import { dashboardOf } from "#server/gates/stage/dashboards.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { type Examples, page } from "./example.ts";

const ofDashboard = async (stage: Stage) => ({ params: { artifactId: (await dashboardOf(stage)).artifactId } });

export const dashboardsExamples: Examples<"dashboards" | "dashboardVersions"> = {
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
  dashboardVersions: {
    listDashboardVersions: { input: ofDashboard },
    restoreDashboardVersion: {
      input: async (stage) => {
        const { artifactId, revisionId } = await dashboardOf(stage);
        return { params: { artifactId, revisionId } };
      },
    },
  },
};
