import pg from "pg";
import { expect, it } from "vitest";
import { scripted } from "#server/testing/agents.ts";
import { type FurtherMigrations, furtherMigrations } from "#server/testing/further-migrations.ts";
import { plantCopies } from "#server/testing/many-runs.ts";
import { report, scaled, took, withTwo } from "#server/testing/proof.ts";
import { startTraffic } from "#server/testing/traffic.ts";
import { migrateDatabase } from "./open.ts";

/** What a version changes: columns, checks, indexes and a table, of which it takes most back. */
const next = (n: number): string[] => [
  ...["runs", "run_messages", "cases", "events"].map((table) => `ALTER TABLE "${table}" ADD COLUMN "v${n}" integer DEFAULT 1;`),
  ...["runs", "cases"].flatMap((table) => [
    `ALTER TABLE "${table}" ADD CONSTRAINT "v${n}_positive" CHECK ("v${n}" > 0) NOT VALID;`,
    `ALTER TABLE "${table}" VALIDATE CONSTRAINT "v${n}_positive";`,
  ]),
  `CREATE INDEX CONCURRENTLY "runs_v${n}" ON "runs" ("team_id", "v${n}");\nCREATE INDEX CONCURRENTLY "cases_v${n}" ON "cases" ("v${n}");`,
  `CREATE TABLE "v${n}" ("run_id" uuid PRIMARY KEY, "agent_id" uuid);
   ALTER TABLE "v${n}" ADD CONSTRAINT "v${n}_run" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade;
   ALTER TABLE "v${n}" ADD CONSTRAINT "v${n}_agent" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade;`,
  `DROP INDEX CONCURRENTLY "runs_v${n}";`,
  `DROP TABLE "v${n}";`,
  ...["cases", "runs", "events", "run_messages"].map((table) => `ALTER TABLE "${table}" DROP COLUMN "v${n}";`),
];

/** Looks until `over` who waits for a lock but a start, and returns the longest wait in milliseconds. */
async function longestWait(pool: pg.Pool, over: () => boolean): Promise<number> {
  let longest = 0;
  while (!over()) {
    const { rows } = await pool.query<{ ms: number }>(`
      select coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000), 0)::float8 as ms from pg_locks w
      where not granted and waitstart is not null and locktype <> 'advisory'
        and not exists (select from pg_locks s where s.pid = w.pid and s.locktype = 'advisory' and s.objid = 7202611)`);
    longest = Math.max(longest, rows[0]?.ms ?? 0);
  }
  return longest;
}

it(
  "upgrades beside a version that serves requests: no deadlock, no failed request, no lock waited for a second",
  { timeout: 3_600_000 },
  () =>
    withTwo([{}, {}], async ({ processes, pool, agent, start }) => {
      const planted = scaled(100_000);
      await plantCopies(pool, await start((await agent("Planted", scripted("say Done"))).id), planted, "completed");
      const traffic = await Promise.all(
        processes.map((one) => startTraffic(one, { restMs: 200, steps: ["call list_files {}", "say Done"] })),
      );
      const later: FurtherMigrations = await furtherMigrations();
      const rounds = scaled(20);
      // A pool hides the password from whoever lists its options.
      const store = { ...pool.options, password: pool.options.password };
      const deadlocks = async () =>
        (await pool.query<{ deadlocks: number }>("select deadlocks::int from pg_stat_database where datname = current_database()")).rows[0]
          ?.deadlocks;
      let over = false;
      const waited = longestWait(pool, () => over);
      let slowest = 0;
      try {
        for (let n = 0; n < rounds; n++) {
          await later.add(...next(n));
          // As if each file of functions had another text.
          await pool.query("update drizzle.functions set at = 0, hash = ''");
          slowest = Math.max(slowest, await took(() => migrateDatabase(store, later.folder)));
        }
      } finally {
        over = true;
        await Promise.all(traffic.map(({ stop }) => stop()));
        await later.remove();
      }
      const sum = (what: (one: (typeof traffic)[number]) => number) => traffic.map(what).reduce((a, b) => a + b, 0);
      report(
        `${rounds} upgrades of ${planted} runs, the longest ${Math.round(slowest)} ms, beside ${sum(({ requests }) => requests())} requests: ` +
          `${sum(({ failed }) => failed.length)} failed, longest ${Math.round(Math.max(...traffic.map((one) => one.slowest())))} ms, ` +
          `longest wait for a lock ${Math.round(await waited)} ms, ${await deadlocks()} deadlocks`,
      );
      expect(traffic.flatMap(({ failed }) => failed)).toEqual([]);
      expect(await deadlocks()).toBe(0);
      expect(await waited).toBeLessThan(1_000);
    }),
);
