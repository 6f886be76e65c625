import type * as contract from "#contract/teams/insights.ts";
import { arranged } from "#contract/teams/insights-list.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { countMembers, headlineOf, metricsOf, runsByPeriod, type Teams, teamsUpTo } from "./insights.store.ts";
import { periodsOf } from "#server/platform/periods.ts";
import { windowOf } from "./window.ts";

/** As many as an organization may have (ours). */
const mostTeams = 1_000;

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
    const window = windowOf(query, clock(), 7);
    return inSnapshot(db, async (at) => {
      const teams = await teamsUpTo(at, params.orgId, mostTeams);
      return {
        teams: await metricsOf(at, teams, window),
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
      const buckets = periods.map(({ label }) => ({ period: label, total_runs: 0, scheduled_runs: 0, on_demand_runs: 0 }));
      const starts = periods.map(({ start }) => start);
      for (const { period, scheduled, n } of starts.length === 0 ? [] : await runsByPeriod(at, teams, window, starts)) {
        const bucket = buckets[period];
        if (!bucket) continue;
        bucket.total_runs += n;
        bucket[scheduled ? "scheduled_runs" : "on_demand_runs"] += n;
      }
      return { buckets, granularity, ...extent(teams) };
    });
  },
};

async function* onePage<R>(rows: readonly R[]): AsyncGenerator<readonly R[]> {
  yield rows;
}

function extent({ ids, total }: Teams) {
  return { truncated: ids.length < total, total_teams: total };
}
