import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type pg from "pg";
import { expect } from "vitest";
import { type AgedRun, type Planted, plantRuns } from "#server/testing/aged-runs.ts";
import { openBareStore } from "#server/testing/bare-store.ts";
import { urlOf } from "#server/testing/database.ts";
import { removeOrphanedObjects } from "#server/library/room/removed-objects.ts";

const root = new URL("../../../..", import.meta.url).pathname;
const days = { runs: 90, sandboxes: 30, verdicts: 30, case_events: 30 };

/** A row that a portion has to change on its way, and which of the planted rows of that table it reaches. */
const places = {
  "the files of old runs":
    "select from sandboxes s where exists (select from runs r where r.sandbox_id = s.id and r.completed_at < now() - interval '90 days')",
  "what judges said of old runs":
    "select from run_evaluations e where e.run_id in (select id from runs where completed_at < now() - interval '90 days')",
  "the last row of old runs":
    "select from run_messages m where m.run_id in (select id from runs where completed_at < now() - interval '90 days') and m.seq = 2",
  "files of younger runs":
    "select from sandbox_files f where f.sandbox_id in (select sandbox_id from runs where completed_at < now() - interval '30 days')",
  "evaluations of cases": "select from case_evaluations e where e.evaluated_at < now() - interval '30 days'",
  "events of cases":
    "select from case_events v where v.type = 'created' and v.case_id in (select id from cases where completed_at < now() - interval '30 days')",
} as const;
export type KillPlace = keyof typeof places;
export const killPlaces = Object.keys(places) as KillPlace[];

/**
 * Kills the process that removes what is past its time, each time in the middle of a portion, and looks after each kill whether every run, sandbox,
 * evaluation and case is there whole or gone whole. In the end exactly what is past its time is gone, bytes too.
 */
export async function removeThroughKills(kills: readonly KillPlace[], size: number): Promise<void> {
  const store = await openBareStore();
  const { pool, services } = store;
  try {
    const aged = (age: number, count: number, every: number): AgedRun[] =>
      Array.from({ length: count }, (_, n) => ({ age, parent: null, sandbox: n % every === 0 ? n / every : null, tie: null }));
    const [old, mid] = [aged(100, size, 20), aged(40, size / 2, 10)];
    const files = size / 20;
    const runs = [
      ...old,
      ...mid.map((run) => ({ ...run, sandbox: run.sandbox === null ? null : run.sandbox + files })),
      ...aged(3, 10, 1).map((run) => ({ ...run, sandbox: null })),
    ];
    const planted = await plantRuns(pool, runs, 2 * files);
    const { rows: keys } = await pool.query<{ object_key: string }>("select object_key from sandbox_files");
    await Promise.all(keys.map(({ object_key }) => services.objects.put(object_key, Buffer.from("0123456789"))));
    await pool.query(
      "insert into organization_retention (organization_id, runs, sandboxes, verdicts, case_events) values ($1, $2, $3, $4, $5)",
      [planted.organizationId, days.runs, days.sandboxes, days.verdicts, days.case_events],
    );
    const whole = () => eachWhole(pool, planted);
    await whole();
    for (const place of kills) {
      await killAt(pool, places[place]);
      await whole();
    }
    const [code] = (await once(removal(pool), "exit")) as [number];
    expect(code).toBe(0);
    await whole();
    const left = await pool.query(
      `select (select count(*) from runs)::int as runs, (select count(*) from sandboxes)::int as sandboxes,
         (select count(*) from run_evaluations)::int + (select count(*) from case_evaluations)::int as evaluations,
         (select count(*) from cases)::int as cases, (select count(*) from cases where has_history)::int as histories`,
    );
    expect(left.rows).toEqual([{ runs: size / 2 + 10, sandboxes: 0, evaluations: 20, cases: runs.length, histories: 10 }]);
    await pool.query("update orphaned_objects set created_at = now() - interval '2 hours'");
    await removeOrphanedObjects(services);
    expect((await Promise.all(keys.map(({ object_key }) => services.objects.exists(object_key)))).filter(Boolean)).toEqual([]);
  } finally {
    await store.close();
  }
}

/** Lets a removal run into a row that is held, kills it there, and waits until the store has noticed. */
async function killAt(pool: pg.Pool, row: string): Promise<void> {
  const holder = await pool.connect();
  try {
    await holder.query("begin");
    const held = await holder.query(`${row} limit 1 for update`);
    expect(held.rowCount, row).toBe(1);
    const child = removal(pool);
    const stuck = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(stuck)).rowCount, { timeout: 60_000 }).toBe(1);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  } finally {
    await holder.query("rollback");
    holder.release();
  }
  const busy = "select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()";
  await expect.poll(async () => (await pool.query(busy)).rowCount, { timeout: 60_000 }).toBe(0);
}

function removal({ options: { host = "", user = "", password = "", database = "" } }: pg.Pool): ChildProcess {
  const [loading, script] = [join(root, "src/server/loading.js"), join(root, "src/server/testing/remove-by-age.ts")];
  const env = { PATH: process.env.PATH, DATABASE_URL: urlOf({ host, user, password: String(password), database }) };
  return spawn(process.execPath, ["--import", loading, script], { cwd: root, env, stdio: "inherit" });
}

/** Nothing is there in part, and what is counted is what is there. */
async function eachWhole(pool: pg.Pool, { runs, sandboxes, cases, teamId }: Planted): Promise<void> {
  const { rows: ofRuns } = await pool.query(
    `select distinct r.id is not null as there, (select count(*) from run_messages where run_id = p.id)::int as messages,
       (select count(*) from human_requests where run_id = p.id)::int as requests,
       (select count(*) from webhook_deliveries where run_id = p.id)::int as deliveries
     from unnest($1::uuid[]) p(id) left join runs r on r.id = p.id`,
    [runs],
  );
  for (const { there, ...parts } of ofRuns)
    expect(parts).toEqual(there ? { messages: 3, requests: 1, deliveries: 1 } : { messages: 0, requests: 0, deliveries: 0 });
  const { rows: ofEvaluations } = await pool.query(
    `select distinct e.run_id is not null as found, e.final_comment is not null as words, r.id is not null as there, r.eval_summary is not null as shown
     from unnest($1::uuid[]) p(id) left join runs r on r.id = p.id left join run_evaluations e on e.run_id = p.id`,
    [runs],
  );
  for (const { found, words, there, shown } of ofEvaluations) expect([words, shown]).toEqual([found && there, found && there]);
  const { rows: ofFiles } = await pool.query(
    `select distinct s.id is not null as there, (select count(*) from sandbox_files where sandbox_id = p.id)::int as files,
       (select count(*) from orphaned_objects where object_key like 'sandboxes/' || p.id || '/%')::int as orphans,
       (select count(*) from runs where sandbox_id = p.id)::int as users
     from unnest($1::uuid[]) p(id) left join sandboxes s on s.id = p.id`,
    [sandboxes],
  );
  for (const { there, ...parts } of ofFiles)
    expect(parts).toEqual(there ? { files: 3, orphans: 0, users: 1 } : { files: 0, orphans: 3, users: 0 });
  const { rows: ofCases } = await pool.query(
    `select distinct c.has_history, c.state, (select count(*) from case_events where case_id = c.id)::int as events from cases c where id = any($1)`,
    [cases],
  );
  for (const { has_history, state, events } of ofCases) expect(events).toBe(has_history ? 4 : state === "failed" ? 1 : 0);
  const { rows: counted } = await pool.query(
    `select (select coalesce(sum(n), 0) from run_counts where scope = $1)::int = (select count(*) from runs)::int as runs,
       (select coalesce(sum(n), 0) from storage_counts where scope = 'team:' || $1)::int = (select coalesce(sum(bytes), 0) from sandboxes)::int as bytes`,
    [teamId],
  );
  expect(counted).toEqual([{ runs: true, bytes: true }]);
}
