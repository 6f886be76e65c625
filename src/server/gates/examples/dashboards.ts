import { dashboardOf } from "#server/gates/stage/dashboards.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { type Examples, page } from "./example.ts";

const ofDashboard = async (stage: Stage) => ({ params: { artifactId: (await dashboardOf(stage)).artifactId } });

const ofVersion = async (stage: Stage) => {
  const { artifactId, revisionId } = await dashboardOf(stage);
  return { params: { artifactId, revisionId } };
};

export const dashboardsExamples: Examples<"dashboards" | "dashboardPages" | "dashboardVersions"> = {
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
