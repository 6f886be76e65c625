import { dashboardEvents } from "#contract/dashboards/events.ts";
import { editsDashboard } from "#contract/dashboards/rights.ts";
import type * as contract from "#contract/dashboards/versions.ts";
import { findVersion, listVersions, patchDashboard } from "#server/dashboards/dashboards/dashboards.store.ts";
import { requireIdle, requireLocked, requirePage, requireRecord } from "#server/dashboards/dashboards/require-dashboard.ts";
import { record } from "#server/platform/events/record.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";

export const dashboardVersionHandlers: Handlers<typeof contract> = {
  async listDashboardVersions({ params }, context) {
    return listVersions(context.db, await requireRecord(context, params.artifactId, editsDashboard));
  },

  async restoreDashboardVersion({ params }, context) {
    const { db, caller, team } = context;
    const dashboard = await requireLocked(context, params.artifactId, editsDashboard);
    const currentId = requirePage(dashboard);
    requireIdle(dashboard);
    const found = await findVersion(db, dashboard.id, params.revisionId);
    if (!found) throw refuse("not_found");
    const shown = await findVersion(db, dashboard.id, currentId);
    const isRenamed = dashboard.title !== shown?.page.title;
    await patchDashboard(db, dashboard.id, {
      current_revision_id: found.id,
      restored_from: found.version,
      // A name that a person gave stays; that of a version goes with it.
      ...(!isRenamed && { title: found.page.title }),
    });
    await record(db, dashboardEvents, {
      type: "dashboard.restored",
      team: team.id,
      actor: { kind: "user", id: caller.userId },
      subject: dashboard.id,
      data: { version: found.version },
    });
    return { success: true as const, current_revision_id: found.id, current_version: found.version };
  },
};
