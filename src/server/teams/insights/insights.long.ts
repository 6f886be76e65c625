import { expect, it } from "vitest";
import { getOrgInsightsHeadline, getOrgInsightsMetrics, getOrgInsightsUsageChart } from "#contract/teams/insights.ts";
import { planting } from "#server/testing/planting.ts";
import { p95, report, scaled, took } from "#server/testing/proof.ts";
import { startService } from "#server/testing/service.ts";

const many = scaled(1_000_000);
const day = 86_400_000;

it(
  "1,000,000 runs of a year: figures of a month within 300 ms, of the year within 1.5 s, and every run in them",
  { timeout: 600_000 },
  async () => {
    const service = await startService();
    try {
      await planting(service.pool, ["agents", "runs"], async (client) => {
        await client.query(
          `insert into agents (id, team_id, name, type) select gen_random_uuid(), case when n % 2 = 0 then $1::uuid else $2::uuid end, 'A' || n, 'agent'
         from generate_series(1, 200) n`,
          [service.teamId, service.neighbourTeamId],
        );
        await client.query(
          `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, created_at)
         select gen_random_uuid(), a.team_id, a.id, a.id, $1, (array['completed', 'completed', 'failed', 'interrupted'])[1 + n % 4],
           (array['scheduling', 'api', 'console'])[1 + n % 3], 'Run', n, now() - interval '364 days' * (n::float8 / $2::int)
         from generate_series(1, $2::int) n join (select row_number() over () - 1 as i, id, team_id from agents) a on a.i = n * 7919::bigint % 200`,
          [service.ids.owner, many],
        );
      });
      const params = { orgId: service.organizationId };
      const as = { as: "director" } as const;
      for (const [days, most] of [
        [30, 300],
        [365, 1_500],
      ] as const) {
        const query = { startDate: new Date(Date.now() - days * day).toISOString(), endDate: new Date().toISOString() };
        const chart = { ...query, granularity: "day" as const, timezone: "Asia/Kathmandu" };
        const reads = {
          headline: () => service.ok(getOrgInsightsHeadline, { params, query }, as),
          metrics: () => service.ok(getOrgInsightsMetrics, { params, query }, as),
          chart: () => service.ok(getOrgInsightsUsageChart, { params, query: chart }, as),
        };
        for (const [name, work] of Object.entries(reads)) {
          const times: number[] = [];
          for (let at = 0; at < 20; at++) times.push(await took(work));
          report(`${name} of ${days} days: ${Math.round(p95(times))} ms`);
          expect(p95(times)).toBeLessThan(most);
        }
        const [{ headline }, { teams }, { buckets }] = await Promise.all([reads.headline(), reads.metrics(), reads.chart()]);
        const { rows } = await service.pool.query("select count(*)::int as n from runs where created_at >= $1 and created_at < $2", [
          query.startDate,
          query.endDate,
        ]);
        const sum = (values: number[]) => values.reduce((all, each) => all + each, 0);
        expect(headline.total_runs).toBe(rows[0]?.n);
        expect(sum(teams.map((team) => team.total_runs))).toBe(rows[0]?.n);
        expect(sum(buckets.map((bucket) => bucket.total_runs))).toBe(rows[0]?.n);
      }
    } finally {
      await service.close();
    }
  },
);
