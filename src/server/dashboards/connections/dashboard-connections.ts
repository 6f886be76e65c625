import type * as contract from "#contract/dashboards/connections.ts";
import { mostConnections } from "#contract/dashboards/connections.ts";
import { ownsDashboard } from "#contract/dashboards/rights.ts";
import { requireLocked, requireRecord } from "#server/dashboards/dashboards/require-dashboard.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { attachConnection, countConnectionsOf, detachConnection, listConnectionsOf, mayAttach } from "./dashboard-connections.store.ts";

export const dashboardConnectionHandlers: Handlers<typeof contract> = {
  async listDashboardConnections({ params }, context) {
    const { id } = await requireRecord(context, params.artifactId, ownsDashboard);
    return { connections: await listConnectionsOf(context.db, id) };
  },

  async attachDashboardConnection({ params, body }, context) {
    const { db, caller } = context;
    const dashboard = await requireLocked(context, params.artifactId, ownsDashboard);
    if (!(await mayAttach(db, dashboard, caller.userId, body.connection_id))) throw refuse("not_found");
    const isFull = (await countConnectionsOf(db, dashboard.id)) >= mostConnections;
    if (!(await attachConnection(db, dashboard.id, body.connection_id))) throw refuse("already_attached");
    if (isFull) throw refuse("too_many");
    return { success: true as const };
  },

  async detachDashboardConnection({ params }, context) {
    const { id } = await requireLocked(context, params.artifactId, ownsDashboard);
    if (!(await detachConnection(context.db, id, params.connectionId))) throw refuse("not_found");
    return { success: true as const };
  },
};
