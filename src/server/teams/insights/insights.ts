import type * as contract from "#contract/teams/insights.ts";
import { mostTeamPeriods, type TeamMetrics } from "#contract/teams/insights.ts";
import { arranged } from "#contract/teams/insights-list.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import {
  countMembers,
  failingAgents,
  headlineOf,
  metricsOf,
  runsByPeriod,
  type Teams,
  teamsByPeriod,
  teamsUpTo,
} from "./insights.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { invalid } from "#server/platform/http/refusal.ts";
import { type Period, periodsOf } from "#server/platform/periods.ts";
import { type Window, windowOf } from "./window.ts";

/** As many as an organization may have (ours). */
const mostTeams = 1_000;
const mostFailing = 6;

export const insightHandlers: Handlers<typeof contract> = {
  async getOrgInsightsHeadline({ params, query }, { db, clock }) {
    const window = windowOf(query, clock(), 30);
    return inSnapshot(db, async (at) => {
      const teams = await teamsUpTo(at, params.orgId, mostTeams);
      const counted = await headlineOf(at, teams, window);
      const ended = counted.completed_runs + counted.failed_runs;
      return {
        headline: {
          ...counted,
          success_rate: ended === 0 ? null : counted.completed_runs / ended,
          start_date: window.start,
          end_date: window.end,
          ...extent(teams),
          aggregated_teams: teams.ids.length,
        },
      };
    });
  },

  async getOrgInsightsMetrics({ params, query }, { db, clock }) {
    const { granularity, timezone = "UTC" } = query;
    const window = windowOf(query, clock(), 7);
    const periods = granularity && periodsOf(window, granularity, timezone);
    if (periods && periods.length > mostTeamPeriods)
      throw invalid(["granularity"], `At most ${mostTeamPeriods} periods of each team: use a longer one, or a shorter window`);
    return inSnapshot(db, async (at) => {
      const teams = await teamsUpTo(at, params.orgId, mostTeams);
      const metrics = await metricsOf(at, teams, window);
      return {
        teams: periods ? await byPeriod(at, teams, window, periods, metrics) : metrics,
        ...(periods && { periods: periods.map(({ label }) => label) }),
        most_failures: await failingAgents(at, teams, window, mostFailing),
        start_date: window.start,
        end_date: window.end,
        ...extent(teams),
        org_member_count: await countMembers(at, params.orgId),
      };
    });
  },

  async exportOrgInsights({ params, body }, { db, clock }) {
    const window = windowOf(body, clock(), 7);
    const teams = await inSnapshot(db, async (at) => metricsOf(at, await teamsUpTo(at, params.orgId, mostTeams), window));
    const rows = arranged(teams, body);
    return { name: "insights", total: rows.length, pages: onePage(rows) };
  },

  async getOrgInsightsUsageChart({ params, query }, { db, clock }) {
    const { granularity, timezone = "UTC" } = query;
    const window = windowOf(query, clock(), 0);
    const periods = periodsOf(window, granularity, timezone);
    return inSnapshot(db, async (at) => {
      const teams = await teamsUpTo(at, params.orgId, mostTeams);
      const buckets = periods.map(({ label }) => ({
        period: label,
        total_runs: 0,
        scheduled_runs: 0,
        on_demand_runs: 0,
        completed_runs: 0,
        failed_runs: 0,
      }));
      const starts = periods.map(({ start }) => start);
      for (const { period, scheduled, status, n } of starts.length === 0 ? [] : await runsByPeriod(at, teams, window, starts)) {
        const bucket = buckets[period];
        if (!bucket) continue;
        bucket.total_runs += n;
        bucket[scheduled ? "scheduled_runs" : "on_demand_runs"] += n;
        if (status === "completed") bucket.completed_runs += n;
        if (status === "failed") bucket.failed_runs += n;
      }
      return { buckets, granularity, ...extent(teams) };
    });
  },
};

async function byPeriod(db: Db, teams: Teams, window: Window, periods: readonly Period[], metrics: readonly TeamMetrics[]) {
  const none = () => periods.map(() => 0);
  const found = new Map(metrics.map((team) => [team.team_id, { ...team, runs_by_period: none(), failed_by_period: none() }]));
  const starts = periods.map(({ start }) => start);
  for (const { team_id, period, n, failed } of starts.length === 0 ? [] : await teamsByPeriod(db, teams, window, starts)) {
    const team = found.get(team_id);
    if (!team) continue;
    team.runs_by_period[period] = n;
    team.failed_by_period[period] = failed;
  }
  return [...found.values()];
}

async function* onePage<R>(rows: readonly R[]): AsyncGenerator<readonly R[]> {
  yield rows;
}

function extent({ ids, total }: Teams) {
  return { truncated: ids.length < total, total_teams: total };
}
