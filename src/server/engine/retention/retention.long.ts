import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { previewRetention, updateRetention } from "#contract/teams/retention.ts";
import { newId } from "#server/db/columns.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { removeByAge } from "./sweep.ts";

const all = 1_000_000;
const old = 50_000;

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

/** Ended runs, the first 50,000 of them for 91 to 120 days, each of those with four messages and every tenth with a sandbox of two files. */
async function plant(agent: string): Promise<void> {
  const { pool, teamId } = service;
  await pool.query("insert into agents (id, team_id, name, type) values ($1, $2, 'Agent', 'agent')", [agent, teamId]);
  await pool.query("alter table runs disable trigger user");
  for (let from = 0; from < all; from += 20_000)
    await pool.query(
      `insert into runs (id, team_id, agent_id, build_id, status, source, title, run_number, message_count, sandbox_id, created_at, completed_at)
       select gen_random_uuid(), $1, $2, $2, 'completed', 'api', 'Work ' || n, n, case when n <= $5 then 4 else 0 end,
         case when n % 10 = 0 then gen_random_uuid() end, at, at
       from generate_series($3::int + 1, $4::int) n,
         lateral (select now() - case when n <= $5 then make_interval(days => 91 + n % 30) else make_interval(days => n % 89, mins => n % 1000) end as at) a`,
      [teamId, agent, from, from + 20_000, old],
    );
  await pool.query("alter table runs enable trigger user");
  for (const [table, columns, values] of [
    ["sandboxes", "id, team_id, expires_at", "select sandbox_id, team_id, 'infinity' from runs where sandbox_id is not null"],
    [
      "sandbox_files",
      "sandbox_id, path, size_bytes, object_key",
      "select sandbox_id, 'f' || n, 100, 'sandboxes/' || sandbox_id || n from runs, generate_series(1, 2) n where sandbox_id is not null and completed_at < now() - interval '90 days'",
    ],
    [
      "run_messages",
      "id, run_id, seq, type, role, text_content",
      "select gen_random_uuid(), id, n, 'text', 'assistant', repeat('said ', 40) from runs, generate_series(0, 3) n where completed_at < now() - interval '90 days'",
    ],
  ] as const)
    await pool.query(`insert into ${table} (${columns}) ${values}`);
  await pool.query("vacuum analyze runs");
  await pool.query("vacuum analyze sandboxes");
}

it("previews a million runs within 2 s, and removes 50,000 of them without a statement over 1 s", { timeout: 1_800_000 }, async () => {
  await service.pool.query("set statement_timeout = 0");
  await plant(newId());
  const params = { orgId: service.organizationId };
  const as = { as: "director" } as const;
  const timed = async (query: { runs?: number; sandboxes?: number }) => {
    const began = performance.now();
    const { preview } = await service.ok(previewRetention, { params, query }, as);
    return { preview, ms: performance.now() - began };
  };
  const some = await timed({ runs: 90 });
  const most = await timed({ runs: 7, sandboxes: 7 });
  process.stdout.write(`preview: ${Math.round(some.ms)} ms of ${old}, ${Math.round(most.ms)} ms of ${most.preview.runs.count} runs\n`);
  expect(some.preview).toMatchObject({ runs: { count: old }, sandboxes: { count: old / 10, bytes: old * 20 } });

  await service.ok(updateRetention, { params, body: { runs: 90 } }, as);
  const connection = await service.pool.connect();
  await connection.query("set statement_timeout = '1s'");
  const beside: number[] = [];
  const waiting = { runs: 0, sandboxes: 0 };
  let done = false;
  const began = performance.now();
  const { store, live } = service.app.services;
  const removal = removeByAge({ store: { ...store, db: drizzle(connection) }, live }, { closed: () => false, waiting }).finally(() => {
    done = true;
  });
  while (!done) {
    const asked = performance.now();
    await service.pool.query("select id from runs where team_id = $1 order by created_at desc, id desc limit 50", [service.teamId]);
    beside.push(performance.now() - asked);
    await new Promise((wake) => setTimeout(wake, 20));
  }
  await removal;
  const seconds = (performance.now() - began) / 1000;
  connection.release(true);
  const p95 = beside.toSorted((a, b) => a - b)[Math.floor(beside.length * 0.95)] ?? 0;
  process.stdout.write(
    `removed ${old} runs in ${seconds.toFixed(1)} s, ${Math.round(old / seconds)}/s; a list beside it p95 ${p95.toFixed(1)} ms\n`,
  );
  const { rows } = await service.pool.query(
    "select (select count(*) from runs)::int as runs, (select count(*) from run_messages)::int as messages, (select count(*) from orphaned_objects)::int as orphans",
  );
  expect(rows).toEqual([{ runs: all - old, messages: 0, orphans: old / 5 }]);
  expect(waiting).toEqual({ runs: 0, sandboxes: 0 });
  expect(most.ms).toBeLessThan(2_000);
});
