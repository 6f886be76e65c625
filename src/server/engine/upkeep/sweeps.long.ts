import { drizzle } from "drizzle-orm/node-postgres";
import { expect, it } from "vitest";
import { removeExpiredSandboxes } from "#server/runs/sandboxes/sandboxes.store.ts";
import { enduringPool } from "#server/testing/enduring-pool.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type BareStore, openBareStore } from "#server/testing/bare-store.ts";
import { plantCopies } from "#server/testing/many-runs.ts";
import { planting } from "#server/testing/planting.ts";
import { report, scaled } from "#server/testing/proof.ts";
import { startService } from "#server/testing/service.ts";
import { createOldRows } from "./old-rows.ts";

const [expired, used, old, recent] = [scaled(200_000), scaled(500_000), scaled(100_000), scaled(50_000)];

async function plantSandboxes({ pool, teamId, organizationId, ids }: BareStore): Promise<void> {
  await planting(pool, ["sandboxes", "sandbox_files", "storage_counts"], async (client) => {
    await client.query(
      `insert into sandboxes (id, team_id, user_id, bytes, expires_at)
       select gen_random_uuid(), $1, $2, 1, case when n <= $3::int then now() - make_interval(secs => n) else 'infinity' end
       from generate_series(1, $3::int + $4::int) n`,
      [teamId, ids.member, expired, used],
    );
    await client.query(
      "insert into sandbox_files (sandbox_id, path, size_bytes, object_key) select id, 'a', 1, 'sandboxes/' || id from sandboxes",
    );
    await client.query("insert into storage_counts (scope, kind, n, changes) select s, 'bytes', $2, $2 from unnest($1::text[]) s", [
      [`person:${ids.member}`, `team:${teamId}`, `organization:${organizationId}`],
      expired + used,
    ]);
  });
}

async function plantDeliveries({ pool, teamId, agent }: BareStore): Promise<void> {
  const agentId = await agent(scripted("say Done"));
  await planting(pool, ["webhook_deliveries"], async (client) => {
    await client.query(
      `with run as (
         insert into runs (id, team_id, agent_id, build_id, status, source, title, run_number)
         values (gen_random_uuid(), $1, $2, $2, 'completed', 'api', 'Told', 1) returning id)
       insert into webhook_deliveries (id, run_id, team_id, url, event, status, next_attempt_at, delivered_at, created_at)
       select gen_random_uuid(), run.id, $1, 'http://127.0.0.1:9/', 'run_completed', 'completed', null, at, at
       from run, generate_series(1, $3::int + $4::int) n,
         lateral (select now() - case when n <= $3::int then interval '31 days' else interval '29 days' end as at) a`,
      [teamId, agentId, old, recent],
    );
  });
}

it(
  "200,000 sandboxes and 100,000 deliveries go within a minute, each statement within a second, beside 500,000 sandboxes that runs use",
  { timeout: 400_000 },
  async () => {
    const store = await openBareStore();
    const began = performance.now();
    await plantSandboxes(store);
    await plantDeliveries(store);
    const planted = performance.now();
    const { host, user, password, database } = store.pool.options;
    const bounded = enduringPool({ host, user, password, database, max: 2, options: "-c statement_timeout=1000" });
    try {
      await Promise.all([
        removeExpiredSandboxes({ store: { ...store.services.store, db: drizzle(bounded) }, clock: () => new Date() }),
        createOldRows(bounded, {}, () => false).deliveries(),
      ]);
      const seconds = (performance.now() - planted) / 1000;
      report(
        `${expired} sandboxes and ${old} deliveries removed in ${seconds.toFixed(1)} s, planted in ${((planted - began) / 1000).toFixed(1)} s`,
      );
      const { rows } = await store.pool.query(
        `select (select count(*) from sandboxes)::int as sandboxes, (select count(*) from orphaned_objects)::int as orphans,
           (select count(*) from webhook_deliveries)::int as deliveries,
           array(select distinct sum(n)::int from storage_counts group by scope) as bytes`,
      );
      expect(rows).toEqual([{ sandboxes: used, orphans: expired, deliveries: recent, bytes: [used] }]);
      expect(seconds).toBeLessThan(60);
    } finally {
      await bounded.end();
      await store.close();
    }
  },
);

it("runs that wait for others go on when these have ended, without a look at 200,000 that ended", { timeout: 300_000 }, async () => {
  const service = await startService();
  try {
    const { pool } = service;
    const { id: agent } = await agentWith(service, scripted("say Done"));
    const runId = await startRunOf(service, agent);
    await settled(service, runId);
    await plantCopies(pool, runId, scaled(200_000), "completed");
    await plantCopies(pool, runId, scaled(50_000), "running");
    await planting(pool, ["runs"], async (client) => {
      await client.query(
        `insert into runs (id, team_id, agent_id, build_id, status, source, title, run_number, parent_run_id, parent_call_id, next_attempt_at)
         select gen_random_uuid(), team_id, agent_id, build_id, 'pending', 'sub_agent', title, 1, id, 'call', now() + interval '1 day'
         from runs where status = 'running'`,
      );
    });
    const { rows } = await pool.query("select id from runs where status = 'running' order by id desc limit 1");
    const last: string = rows[0].id;
    await pool.query("update runs set status = 'completed' where parent_run_id = $1", [last]);
    const ended = async () => (await pool.query("select status from runs where id = $1", [last])).rows;
    await expect.poll(ended, { timeout: 120_000 }).toEqual([{ status: "completed" }]);
  } finally {
    await service.close();
  }
});
