import { askedCall, askingDashboardOf, spokenDashboardOf, writingDashboardOf } from "#server/gates/stage/dashboard-turns.ts";
import { dashboardOf } from "#server/gates/stage/dashboards.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { attachConnection } from "#server/dashboards/connections/dashboard-connections.store.ts";
import { findDashboardRecord, headOf, patchDashboard } from "#server/dashboards/dashboards/dashboards.store.ts";
import { keepSnapshot } from "#server/dashboards/organization/snapshots.store.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
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

/** One that was published to the organization. */
async function shownOf(stage: Stage) {
  const { artifactId } = await dashboardOf(stage);
  const { db } = stage.service.app.services.store;
  const dashboard = await findDashboardRecord(db, artifactId);
  const head = dashboard && (await headOf(db, dashboard));
  if (!head) throw new Error("the example dashboard is gone");
  const answers = { as_of: new Date().toISOString(), scope: "own" as const, answers: [], faults: [] };
  await patchDashboard(db, artifactId, { visibility: "organization" });
  await keepSnapshot(db, { artifactId, publisherId: dashboard.created_by_user_id, page: head.page, answers });
  return { orgId: stage.service.organizationId, artifactId };
}

export const dashboardsExamples: Examples<
  | "dashboards"
  | "dashboardConnections"
  | "dashboardMessages"
  | "dashboardMove"
  | "dashboardOrganization"
  | "dashboardPages"
  | "dashboardRefresh"
  | "dashboardVersions"
  | "dashboardViews"
  | "figures"
> = {
  dashboards: {
    listDashboards: {
      input: async (stage) => {
        await dashboardOf(stage);
        return { query: { ...page, scope: "created" as const, team_id: stage.teamId } };
      },
      also: (_stage, { query }) => [{ query: { ...query, scope: "team" as const } }, { query: { ...query, scope: "shared" as const } }],
      compared: ["query.team_id"],
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
  dashboardMessages: {
    createDashboard: {
      input: async (stage) => ({
        body: { message: "say Hello", team_id: stage.teamId, connection_ids: [await connectionOf(stage, false)] },
      }),
      compared: ["body.team_id", "body.connection_ids", "body.connection_ids[]"],
    },
    sendDashboardMessage: {
      input: async (stage) => {
        const { artifactId, secondId } = await dashboardOf(stage);
        const selected_element = {
          selector: "#figures",
          label: "Figures",
          tag_name: "section",
          text: "Runs",
          outer_html: "<section></section>",
        };
        return { params: { artifactId }, body: { message: "say Hello", from_revision_id: secondId, selected_element } };
      },
      compared: ["body.from_revision_id"],
    },
    listDashboardMessages: {
      input: async (stage) => {
        const { artifactId, messageId } = await spokenDashboardOf(stage);
        return { params: { artifactId }, query: { limit: "10", before: messageId } };
      },
      also: (_stage, { params }) => [{ params, query: {} }],
      compared: ["query.before"],
    },
    answerDashboardQuestion: {
      input: async (stage) => ({
        params: { artifactId: (await askingDashboardOf(stage)).artifactId },
        body: { toolCallId: askedCall, answers: { "Which month?": "June" } },
      }),
      compared: ["body.toolCallId", "body.answers"],
    },
    stopDashboardMessage: {
      input: async (stage) => ({
        params: { artifactId: (await writingDashboardOf(stage)).artifactId },
        body: { partial_text: "Here they are" },
      }),
    },
  },
  dashboardViews: {
    viewDashboard: {
      input: async (stage) => {
        const { artifactId, revisionId } = await dashboardOf(stage);
        const chosen = { range: "last_7_days" as const, values: { agent: [(await agentOf(stage)).id] } };
        return { params: { artifactId }, body: { chosen, revision_id: revisionId, in_work: false } };
      },
      also: (_stage, { params }) => [
        { params, body: { chosen: { range: { from: "2026-01-01T00:00:00.000Z", to: "2026-02-01T00:00:00.000Z" } } } },
      ],
    },
    getDashboardThumbnail: {
      input: async (stage) => {
        const { artifactId, revisionId } = await dashboardOf(stage);
        return { params: { artifactId }, query: { theme: "dark" as const, version: revisionId } };
      },
    },
  },
  figures: {
    countFigures: {
      input: (stage) => {
        const query = {
          name: "failed_runs",
          source: "runs" as const,
          measures: ["count", "success_rate"],
          by: ["status"],
          filters: [{ by: "failure", kind: "is" as const, values: ["retries_exhausted"] }],
          range: "last_7_days" as const,
          top: 5,
        };
        return { params: { teamId: stage.teamId }, body: { zone: "Europe/Berlin", range: "last_30_days" as const, queries: [query] } };
      },
      also: (_stage, { params }) => {
        const span = { from: "2026-01-01T00:00:00.000Z", to: "2026-02-01T00:00:00.000Z" };
        const byDay = { name: "by_day", measures: ["count"], by: ["time"], grain: "day" as const, filters: [], former: true };
        return [{ params, body: { zone: "UTC", range: span, queries: [{ ...byDay, source: "runs" as const, range: span }] } }];
      },
    },
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
  dashboardOrganization: {
    listOrganizationDashboards: { input: async (stage) => ({ params: { orgId: (await shownOf(stage)).orgId } }) },
    viewOrganizationDashboard: { input: async (stage) => ({ params: await shownOf(stage) }) },
  },
  dashboardPages: {
    getDashboardHtml: { input: ofDashboard },
    exportDashboardHtml: { input: async (stage) => ({ ...(await ofDashboard(stage)), query: { theme: "dark" as const } }) },
    getDashboardPdf: { input: async (stage) => ({ ...(await ofDashboard(stage)), query: { theme: "light" as const } }) },
    getDashboardVersionHtml: { input: ofVersion },
  },
  dashboardRefresh: { refreshDashboard: { input: ofDashboard } },
  dashboardVersions: {
    listDashboardVersions: { input: ofDashboard },
    restoreDashboardVersion: { input: ofVersion },
  },
};
