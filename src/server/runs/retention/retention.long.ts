import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { expect, it } from "vitest";
import { usualRetention } from "#contract/teams/retention.ts";
import { newId } from "#server/platform/db/columns.ts";
import { type BareStore, openBareStore } from "#server/testing/bare-store.ts";
import { planting } from "#server/testing/planting.ts";
import { p95, report, scaled, timed } from "#server/testing/proof.ts";
import { previewRemoval } from "./preview.ts";
import { nothingWaits, removeByAge } from "./sweep.ts";

const all = scaled(1_000_000);
const old = scaled(50_000);

/** Ended runs, the first 50,000 of them for 91 to 120 days, each of those with four messages and every tenth with a sandbox of two files. */
async function plant({ pool, teamId }: BareStore): Promise<void> {
  const agent = newId();
  await pool.query("insert into agents (id, team_id, name, type) values ($1, $2, 'Agent', 'agent')", [agent, teamId]);
  const tables = ["runs", "sandboxes", "sandbox_files", "run_messages", "run_counts", "storage_counts"];
  await planting(pool, tables, async (client) => {
    await client.query(
      `insert into runs (id, team_id, agent_id, build_id, status, source, title, run_number, message_count, sandbox_id, created_at, completed_at)
       select gen_random_uuid(), $1, $2, $2, 'completed', 'api', 'Work ' || n, n, case when n <= $4::int then 4 else 0 end,
         case when n % 10 = 0 then gen_random_uuid() end, at, at
       from generate_series(1, $3::int) n,
         lateral (select now() - case when n <= $4::int then make_interval(days => 91 + n % 30) else make_interval(days => n % 89, mins => n % 1000) end as at) a`,
      [teamId, agent, all, old],
    );
    await client.query(
      `create temporary table aged as select id, sandbox_id from runs where completed_at < now() - interval '90 days';
       insert into sandboxes (id, team_id, bytes, expires_at)
       select sandbox_id, team_id, case when completed_at < now() - interval '90 days' then 200 else 0 end, 'infinity'
       from runs where sandbox_id is not null;
       insert into sandbox_files (sandbox_id, path, size_bytes, object_key)
       select sandbox_id, 'f' || n, 100, 'sandboxes/' || sandbox_id || n from aged, generate_series(1, 2) n where sandbox_id is not null;
       insert into run_messages (id, run_id, seq, type, role, text_content)
       select gen_random_uuid(), id, n, 'text', 'assistant', repeat('said ', 40) from aged, generate_series(0, 3) n;
       insert into run_counts (scope, status, n, changes)
       select s.scope, status, count(*), count(*) from runs, lateral (values (team_id::text), (team_id || ':' || agent_id)) s(scope) group by 1, 2;
       insert into storage_counts (scope, kind, n, changes)
       select s.scope, 'bytes', sum(bytes), count(*) from sandboxes x join teams t on t.id = x.team_id,
         lateral (values ('team:' || t.id), ('organization:' || t.organization_id)) s(scope) group by 1`,
    );
  });
}

it("previews a million runs within 2 s, and removes 50,000 of them without a statement over 1 s", { timeout: 600_000 }, async () => {
  const store = await openBareStore();
  const { pool, teamId, organizationId } = store;
  const { host, user, password, database } = pool.options;
  const bounded = new pg.Pool({ host, user, password, database, max: 1, options: "-c statement_timeout=1000" });
  try {
    const start = performance.now();
    await plant(store);
    report(`planted in ${((performance.now() - start) / 1000).toFixed(1)} s`);
    const previewed = async (runs: number, sandboxes: number | null) => {
      const began = performance.now();
      const preview = await previewRemoval(store.services.store.db, organizationId, { ...usualRetention, runs, sandboxes });
      return { preview, ms: performance.now() - began };
    };
    const some = await previewed(90, null);
    const most = await previewed(7, 7);
    report(`preview: ${Math.round(some.ms)} ms of ${old}, ${Math.round(most.ms)} ms of ${most.preview.runs.count} runs`);
    expect(some.preview).toMatchObject({ runs: { count: old }, sandboxes: { count: old / 10, bytes: old * 20 } });

    await pool.query("insert into organization_retention (organization_id, runs) values ($1, 90)", [organizationId]);
    const waiting = nothingWaits();
    const began = performance.now();
    const services = { store: { ...store.services.store, db: drizzle(bounded) }, live: store.services.live };
    let done = false;
    const removal = removeByAge(services, { closed: () => false, waiting }).finally(() => (done = true));
    const listed = () => pool.query("select id from runs where team_id = $1 order by created_at desc, id desc limit 50", [teamId]);
    const beside = await timed(() => done, 20, listed);
    await removal;
    const seconds = (performance.now() - began) / 1000;
    report(
      `removed ${old} runs in ${seconds.toFixed(1)} s, ${Math.round(old / seconds)}/s; a list beside it p95 ${p95(beside).toFixed(1)} ms of ${beside.length}`,
    );
    const { rows } = await pool.query(
      `select (select count(*) from runs)::int as runs, (select count(*) from run_messages)::int as messages,
         (select count(*) from orphaned_objects)::int as orphans,
         array(select distinct sum(n)::int from run_counts group by scope, status) as counted,
         array(select distinct sum(n)::int from storage_counts group by scope) as bytes`,
    );
    expect(rows).toEqual([{ runs: all - old, messages: 0, orphans: old / 5, counted: [all - old], bytes: [0] }]);
    expect(waiting).toEqual(nothingWaits());
    expect(Math.max(some.ms, most.ms)).toBeLessThan(2_000);
  } finally {
    await bounded.end();
    await store.close();
  }
});
