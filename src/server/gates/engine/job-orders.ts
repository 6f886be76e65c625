import { deepStrictEqual } from "node:assert/strict";
import fc from "fast-check";
import { newId } from "#server/platform/db/columns.ts";
import { createJobs } from "#server/engine/jobs/job-worker.ts";
import { statusJob } from "#server/queues/acts/set-status.ts";
import { caseJobs } from "#server/queues/jobs/case-job-kind.ts";
import { insertJob, itemsMatching } from "#server/queues/jobs/case-jobs.store.ts";
import type { BareStore } from "#server/testing/bare-store.ts";
import { sql } from "drizzle-orm";
import { comes } from "#server/testing/patience/comes.ts";

/** What the store does with a change of one case: takes it, refuses it, or fails with it, always or so many times. */
const fate = fc.oneof(
  { weight: 20, arbitrary: fc.constant({ fails: "never" as const }) },
  { weight: 1, arbitrary: fc.constant({ fails: "refused" as const }) },
  { weight: 1, arbitrary: fc.constant({ fails: "always" as const }) },
  { weight: 1, arbitrary: fc.constant({ fails: "too slow" as const }) },
);
const queue = fc.array(fate, { minLength: 1, maxLength: 10, size: "max" });
const order = fc.record({
  queues: fc.array(queue, { minLength: 2, maxLength: 3 }),
  /** Failures of any kind that pass, spread over the first changes. */
  passing: fc.nat(4),
  /** After so many looks a process is replaced by a fresh one. */
  restarts: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 2 }),
});
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never;

const codes = { refused: "P0001", always: "40001", "too slow": "57014" } as const;

/**
 * Random jobs of several queues, cases that the store refuses, fails or takes too long for, and processes that are replaced on the way. Every
 * job comes to its end: what can be changed is changed once, and what cannot has failed.
 */
export function jobOrders(store: BareStore): fc.IAsyncProperty<[Order]> {
  return fc.asyncProperty(order, async ({ queues, passing, restarts }) => {
    const { pool, services } = store;
    await pool.query("create table if not exists fates (case_id uuid primary key, code text); create sequence if not exists changes");
    await pool.query(`create or replace function meet_fate() returns trigger language plpgsql as $$ declare c text; begin
      if new.state = old.state then return new; end if;
      if nextval('changes') <= ${passing} then raise 'passes' using errcode = '40P01'; end if;
      select code into c from fates where case_id = new.id;
      if c is not null then raise 'fate' using errcode = c; end if;
      return new; end $$;
      create or replace trigger meet_fate before update on cases for each row execute function meet_fate();
      select setval('changes', 1, false)`);
    const jobs = await Promise.all(
      queues.map((fates) =>
        jobOver(
          store,
          fates.map(({ fails }) => fails),
        ),
      ),
    );
    const begin = () => createJobs(services, caseJobs, [statusJob]);
    const processes = [begin(), begin()];
    const due = [...restarts];
    let look = 0;
    const end = async () => {
      look++;
      // Time passes: what waits out a failure is due.
      await pool.query("update case_jobs set turn_at = clock_timestamp() where status = 'running' and turn_at > clock_timestamp()");
      for (const process of processes) process.wake();
      if (look === due[0]) {
        due.shift();
        await processes.shift()?.close();
        processes.push(begin());
      }
      const { rowCount } = await pool.query("select from case_jobs where id = any($1) and status = 'running'", [jobs]);
      return rowCount === 0 || undefined;
    };
    await comes("The end of all jobs", end, { restMs: 5 });
    await Promise.all(processes.map((process) => process.close()));
    await pool.query("drop trigger meet_fate on cases");
    for (const [i, fates] of queues.entries()) deepStrictEqual(await outcomes(store, jobs[i] ?? ""), fates.map(outcomeOf));
  });
}

async function jobOver({ services, pool, teamId, ids }: BareStore, fates: readonly (keyof typeof codes | "never")[]): Promise<string> {
  const queueId = newId();
  await pool.query("insert into queues (id, team_id, name) values ($1, $2, $3)", [queueId, teamId, queueId]);
  const cases = fates.map(() => newId());
  await pool.query(
    `insert into cases (id, queue_id, title, data, state, priority, created_at)
     select id, $2, n::text, '', 'pending', 0, now() + make_interval(secs => n * 0.001) from unnest($1::uuid[]) with ordinality c(id, n)`,
    [cases, queueId],
  );
  const given = fates.map((fails) => (fails === "never" ? null : codes[fails]));
  await pool.query("insert into fates select * from unnest($1::uuid[], $2::text[])", [cases, given]);
  const act = { kind: "status", status: "completed" } as const;
  return services.store.db.transaction((tx) => insertJob(tx, queueId, act, ids.owner, itemsMatching(sql`c.queue_id = ${queueId}::uuid`)));
}

const outcomeOf = ({ fails }: { fails: string }) =>
  fails === "never"
    ? { outcome: "done", reason: null, state: "completed", changes: 1 }
    : { outcome: "failed", reason: "refused", state: "pending", changes: 0 };

async function outcomes({ pool }: BareStore, jobId: string): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select i.outcome, i.reason, c.state, (select count(*)::int from case_events e where e.case_id = c.id and e.type = 'status_changed') as changes
     from case_job_items i join cases c on c.id = i.case_id where i.job_id = $1 order by i.place`,
    [jobId],
  );
  return rows;
}
