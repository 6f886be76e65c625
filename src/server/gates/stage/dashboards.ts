import type { Page } from "#contract/dashboards/page.ts";
import { insertDashboard, insertVersion } from "#server/dashboards/dashboards/dashboards.store.ts";
import { roleIn, type Stage } from "./stage.ts";
import { atLeast } from "#contract/roles.ts";

/** A figure and a chart. */
export const examplePage: Page = {
  title: "Example dashboard",
  zone: "UTC",
  range: "last_30_days",
  parameters: [{ name: "agent", label: "Agent", by: "agent" }],
  queries: [
    { name: "runs", source: "runs", measures: ["count"], by: [], filters: [{ by: "agent", kind: "is", parameter: "agent" }] },
    { name: "by_day", source: "runs", measures: ["count"], by: ["time"], grain: "day", filters: [] },
  ],
  blocks: [
    { id: "figures", type: "stats", title: "Figures", width: 12, figures: [{ query: "runs", measure: "count", label: "Runs" }] },
    { id: "days", type: "columns", title: "Runs by day", width: 12, query: "by_day" },
  ],
};

/** A private one of the caller with two versions. */
export async function dashboardOf(stage: Stage): Promise<{ artifactId: string; revisionId: string; secondId: string }> {
  const { db } = stage.service.app.services.store;
  const creator = atLeast(roleIn(stage), "team:member") ? stage.as : stage.owner;
  return db.transaction(async (tx) => {
    const artifactId = await insertDashboard(tx, {
      team_id: stage.teamId,
      created_by_user_id: stage.service.ids[creator],
      title: examplePage.title,
      status: "completed",
    });
    const { id: revisionId } = await insertVersion(tx, { artifactId, parentId: null, page: examplePage });
    const { id: secondId } = await insertVersion(tx, { artifactId, parentId: revisionId, page: examplePage });
    return { artifactId, revisionId, secondId };
  });
}
