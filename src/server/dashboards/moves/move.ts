import { dashboardEvents } from "#contract/dashboards/events.ts";
import type * as contract from "#contract/dashboards/move.ts";
import { moveDashboard } from "#contract/dashboards/move.ts";
import { ownsDashboard } from "#contract/dashboards/rights.ts";
import { findDashboardRecord } from "#server/dashboards/dashboards/dashboards.store.ts";
import { requireIdle, requireLocked, requirePage } from "#server/dashboards/dashboards/require-dashboard.ts";
import { record } from "#server/platform/events/record.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { teamFor } from "#server/teams/teams/team-for.ts";
import { listReachableTeams } from "#server/teams/teams/teams.store.ts";
import { applyMove, type Move, type Planned, planConnections } from "./move.store.ts";

export const dashboardMoveHandlers: Handlers<typeof contract> = {
  async moveDashboard({ params: { artifactId }, query, body }, context) {
    const { db, caller, team, live } = context;
    // Rights are asked in the team of the address.
    if ((await findDashboardRecord(db, artifactId))?.team_id !== team.id) throw refuse("not_found");
    const dashboard = await requireLocked(context, artifactId, ownsDashboard);
    const targetId = await targetTeam(context, body.targetTeamId);
    const revisionId = requirePage(dashboard);
    requireIdle(dashboard);
    const move: Move = { artifactId, revisionId, targetId, userId: caller.userId };
    const planned = await planConnections(db, move);
    const reply = {
      artifactId,
      artifactTitle: dashboard.title,
      sourceTeamId: team.id,
      targetTeamId: targetId,
      ownershipReassigned: dashboard.created_by_user_id !== caller.userId,
      visibilityReset: dashboard.visibility !== "private",
      connections: {
        reused: decided(planned, "reuse"),
        disconnected: decided(planned, "needs_reconnect"),
        customToRebuild: decided(planned, "custom_to_rebuild"),
      },
    };
    if (query.dryRun === "true") {
      context.unchanged();
      return { ...reply, applied: false };
    }
    await applyMove(db, move, planned);
    await record(db, dashboardEvents, {
      type: "dashboard.moved",
      team: team.id,
      actor: { kind: "user", id: caller.userId },
      subject: artifactId,
      data: { target_team_id: targetId },
    });
    for (const topic of moveDashboard.changes) context.afterCommit(() => live.publish({ teamId: targetId, topic, id: artifactId }));
    return { ...reply, applied: true };
  },
};

function decided(planned: readonly Planned[], decision: Planned["decision"]) {
  return planned.filter((one) => one.decision === decision).map(({ instead: _, ...one }) => one);
}

/** Another team of the same organization in which the caller is a Manager too. */
async function targetTeam({ db, caller, team }: Context, teamId: string): Promise<string> {
  if (teamId === team.id) throw invalid(["targetTeamId"], "The dashboard is already in this team");
  const target = await teamFor({ db, caller }, teamId, "team:manager");
  const source = (await listReachableTeams(db, caller)).find(({ id }) => id === team.id);
  if (source?.organization_id !== target.organization_id) throw invalid(["targetTeamId"], "Dashboards cannot leave their organization");
  return target.id;
}
