import { inheritsDashboards, ownsDashboard, type Shared, seesDashboard } from "#contract/dashboards/rights.ts";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { generatingStatuses } from "#contract/dashboards/dashboard.ts";
import type { Rule } from "#contract/rights.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Bringing, Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { type DashboardRecord, findDashboard, findDashboardRecord, isLeft, lockDashboard } from "./dashboards.store.ts";

/** A dashboard that the caller sees; for everybody else it does not exist. */
export async function requireSeen(context: Context, id: string, may?: Rule<Shared>): Promise<Artifact> {
  return allowed(context, await findDashboard(context.db, id), may);
}

/** Its row, locked until the transaction ends. */
export async function requireLocked(context: Context, id: string, may?: Rule<Shared>): Promise<DashboardRecord> {
  return allowed(context, await lockDashboard(context.db, id), may);
}

/**
 * Its row, locked, for who decides what becomes of it. `left`: it is private to somebody who left the team, and an Administrator decides, who does not
 * see it.
 */
export async function requireOwned(context: Context, id: string): Promise<{ dashboard: DashboardRecord; left: boolean }> {
  const found = await lockDashboard(context.db, id);
  if (found && inheritsDashboards(whoOf(context)) && (await isLeft(context.db, id))) return { dashboard: found, left: true };
  return { dashboard: allowed(context, found, ownsDashboard), left: false };
}

/** Its row, for what only reads. */
export async function requireRecord(context: Bringing, id: string, may?: Rule<Shared>): Promise<DashboardRecord> {
  return allowed(context, await findDashboardRecord(context.db, id), may);
}

/** Who looks at a dashboard, for what they are shown of it. */
export function viewerOf({ caller, team }: Pick<Context, "caller" | "team">, { id, last_refresh_at }: DashboardRecord) {
  return { teamId: team.id, userId: caller.userId, role: team.role, recordId: id, refreshedAt: last_refresh_at };
}

function allowed<D extends Shared>(context: Bringing, found: D | undefined, may?: Rule<Shared>): D {
  const who = whoOf(context);
  if (!found || !seesDashboard(found, who)) throw refuse("not_found");
  if (may && !may(found, who)) throw refuse("forbidden");
  return found;
}

/** The id of the version that is shown. Throws where there is none. */
export function requirePage({ current_revision_id }: Pick<DashboardRecord, "current_revision_id">): string {
  if (current_revision_id === null) throw refuse("no_page");
  return current_revision_id;
}

/** Throws while a version is being written. */
export function requireIdle({ status }: Pick<DashboardRecord, "status">): void {
  if (generatingStatuses.some((one) => one === status)) throw refuse("generating");
}
