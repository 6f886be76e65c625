import type * as contract from "#contract/dashboards/refresh.ts";
import { editsDashboard } from "#contract/dashboards/rights.ts";
import { findDashboard, headOf } from "#server/dashboards/dashboards/dashboards.store.ts";
import { requireIdle, requireLocked } from "#server/dashboards/dashboards/require-dashboard.ts";
import { readsOn } from "#server/dashboards/reads/reads.store.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { askRefresh, endRefresh } from "./refresh.store.ts";
import { dashboardRefreshes } from "./refresh-work.ts";

export const dashboardRefreshHandlers: Handlers<typeof contract, EngineContext> = {
  async refreshDashboard({ params }, context) {
    const { db } = context;
    const dashboard = await requireLocked(context, params.artifactId, editsDashboard);
    const head = await headOf(db, dashboard);
    if (!head) throw refuse("no_page");
    requireIdle(dashboard);
    if (readsOn(head.page).length === 0) {
      // Figures of the team are counted whenever somebody looks.
      await endRefresh(db, dashboard);
    } else {
      await askRefresh(db, dashboard.id);
      context.afterCommit(() => context.engine.wake(dashboardRefreshes));
    }
    const artifact = await findDashboard(db, dashboard.id);
    if (!artifact) throw refuse("not_found");
    return artifact;
  },
};
