import { expect, it } from "vitest";
import { type CaseJob, getCaseJob, listCaseJobItems, startCaseJob } from "#contract/queues/case-jobs.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { type ProofCluster, report, scaled, until, withTwo } from "#server/testing/proof.ts";

async function queueOf({ first, teamId }: ProofCluster, name: string, count: number): Promise<string> {
  const { queue } = await first.call(createQueue, { params: { teamId }, body: { name } });
  for (let from = 0; from < count; from += 100) {
    const cases = Array.from({ length: Math.min(100, count - from) }, (_, i) => ({ title: `${name} ${from + i}` }));
    await first.call(createCases, { params: { queue_id: queue.id }, body: { cases } });
  }
  return queue.id;
}

it("a portion that always fails leaves other jobs nine tenths of their speed, and its item fails", { timeout: 900_000 }, () =>
  withTwo([{}, {}], async (cluster) => {
    const { first, pool } = cluster;
    const count = scaled(10_000, 1_000);
    const [good, bad] = [await queueOf(cluster, "Good", count), await queueOf(cluster, "Bad", 250)];
    const start = async (queue_id: string, status: "completed" | "failed") => {
      const body = { act: { kind: "status", status } as const, all_matching: true };
      return (await first.call(startCaseJob, { params: { queue_id }, body })).job;
    };
    const at = ({ queue_id, id: job_id }: CaseJob) => ({ params: { queue_id, job_id } });
    const done = async (job: CaseJob, timeoutMs: number) => {
      const over = async () => (await first.call(getCaseJob, at(job))).job.status !== "running";
      await until(over, timeoutMs, "the job ends");
      return (await first.call(getCaseJob, at(job))).job;
    };
    /** Milliseconds by the store's clock. */
    const timesOf = async (status: "completed" | "failed") => {
      const job = await start(good, status);
      expect((await done(job, 300_000)).counts).toEqual({ done: count, skipped: 0, failed: 0, left: 0 });
      const { rows } = await pool.query(
        "select (extract(epoch from ended_at - created_at) * 1000)::float8 as ms from case_jobs where id = $1",
        [job.id],
      );
      return rows[0].ms as number;
    };
    await timesOf("completed");
    const calm: number[] = [];
    for (let i = 0; i < 4; i++) calm.push(await timesOf(i % 2 ? "completed" : "failed"));
    await pool.query(`create function fail_case() returns trigger language plpgsql as $$ begin
      if new.queue_id = '${bad}' and new.title = 'Bad 100' and new.state = 'completed' then raise 'again' using errcode = '40001'; end if;
      return new; end $$; create trigger fail_case before update on cases for each row execute function fail_case()`);
    const failing = await start(bad, "completed");
    const failures = async () => (await pool.query("select from case_jobs where id = $1 and failures > 0", [failing.id])).rowCount === 1;
    await until(failures, 30_000, "the portion fails");
    const beside: number[] = [];
    for (let i = 0; i < 4; i++) beside.push(await timesOf(i % 2 ? "completed" : "failed"));
    expect((await first.call(getCaseJob, at(failing))).job.status, "it fails all the while").toBe("running");
    const ended = await done(failing, 300_000);
    expect(ended).toMatchObject({ status: "done", counts: { done: 249, skipped: 0, failed: 1, left: 0 } });
    const { items } = await first.call(listCaseJobItems, { ...at(failing), query: { outcome: "failed" } });
    expect(items).toMatchObject([{ title: "Bad 100", reason: "refused" }]);
    const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    report(`a job of ${count} cases: ${Math.round(median(calm))} ms alone, ${Math.round(median(beside))} ms beside one that fails`);
    expect(median(beside)).toBeLessThan(median(calm) / 0.9);
  }),
);
