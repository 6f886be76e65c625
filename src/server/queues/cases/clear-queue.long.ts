import { expect, it } from "vitest";
import { listCaseJobs } from "#contract/queues/case-jobs.ts";
import { clearQueueCases, createCases, listCases } from "#contract/queues/cases.ts";
import { createQueueLabel, deleteQueueLabel, listQueueLabels } from "#contract/queues/labels.ts";
import { createQueue, getQueue } from "#contract/queues/queues.ts";
import { planting } from "#server/testing/planting.ts";
import { type ProofCluster, p95, report, scaled, timed, took, until, withTwo } from "#server/testing/proof.ts";

const count = scaled(100_000, 2_000);

/** A queue of so many cases, all with one label. */
async function plant({ first, pool, teamId }: ProofCluster): Promise<{ queueId: string; labelId: string }> {
  const { queue } = await first.call(createQueue, { params: { teamId }, body: { name: "Full" } });
  const { label } = await first.call(createQueueLabel, { params: { queue_id: queue.id }, body: { value: "all" } });
  await planting(pool, ["cases", "case_labels", "case_counts"], async (client) => {
    await client.query(
      `with made as (insert into cases (id, queue_id, title, data, state, priority)
         select gen_random_uuid(), $1, 'Case ' || n, '', 'pending', 0 from generate_series(1, $3::int) n returning id, created_at)
       insert into case_labels (case_id, label_id, kind, priority, created_at, updated_at)
       select id, $2, 'pending', 0, created_at, created_at from made`,
      [queue.id, label.id, count],
    );
    await client.query(
      "insert into case_counts (scope, status, priority, n, changes) select s, 'pending', 0, $3::int, 1 from unnest(array[$1::text, $2::text]) s",
      [queue.id, label.id, count],
    );
  });
  return { queueId: queue.id, labelId: label.id };
}

/** The longest that a statement of the service was seen at work, in milliseconds, until `work` is done. */
async function longestDuring(pool: ProofCluster["pool"], work: () => Promise<unknown>): Promise<number> {
  let [longest, done] = [0, false];
  const doing = work().finally(() => (done = true));
  const look = async () => {
    const { rows } = await pool.query(
      `select coalesce(max(extract(epoch from clock_timestamp() - query_start) * 1000), 0)::float8 as ms from pg_stat_activity
       where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query not like 'LISTEN%'`,
    );
    longest = Math.max(longest, rows[0].ms);
  };
  await timed(() => done, 20, look);
  await doing;
  return longest;
}

it("100,000 cases: cleared within a second, without a statement over 1 s, finished by whoever lives", { timeout: 900_000 }, () =>
  withTwo([{}, {}], async (cluster) => {
    const { first, second, pool } = cluster;
    const { queueId } = await plant(cluster);
    const params = { queue_id: queueId };
    const answered = await took(async () => {
      expect(await first.call(clearQueueCases, { params })).toEqual({ success: true, deletedCount: count, interruptedRunIds: [] });
    });
    await second.call(createCases, { params, body: { case: { title: "Later" } } });
    const job = async () => (await second.call(listCaseJobs, { params })).jobs[0];
    const beside: number[] = [];
    const began = performance.now();
    const longest = await longestDuring(pool, async () => {
      await until(async () => ((await job())?.counts.done ?? 0) > count / 3, 300_000, "a third is deleted");
      await first.end("SIGKILL");
      let over = false;
      const look = async () => void (over = (await job())?.status !== "running");
      beside.push(...(await timed(() => over, 20, look)));
    });
    report(
      `cleared ${count} cases: answered in ${Math.round(answered)} ms, done in ${((performance.now() - began) / 1000).toFixed(1)} s; longest statement seen ${Math.round(longest)} ms; a look beside it p95 ${p95(beside).toFixed(0)} ms`,
    );
    expect(await job()).toMatchObject({ status: "done", total: count, counts: { done: count, skipped: 0, failed: 0, left: 0 } });
    expect((await second.call(listCases, { params })).cases.map(({ title }) => title)).toEqual(["Later"]);
    expect((await second.call(getQueue, { params })).queue.case_counts).toMatchObject({ pending: 1 });
    expect(longest).toBeLessThan(1_000);
    expect(answered).toBeLessThan(1_000);
  }),
);

it("100,000 cases: a label of all of them is gone within a second, and comes off them in portions", { timeout: 900_000 }, () =>
  withTwo([{}, {}], async (cluster) => {
    const { first, second, pool } = cluster;
    const { queueId: queue_id, labelId: label_id } = await plant(cluster);
    const params = { queue_id };
    const answered = await took(() => first.call(deleteQueueLabel, { params: { queue_id, label_id } }));
    expect((await second.call(listQueueLabels, { params })).labels).toEqual([]);
    expect((await second.call(listCases, { params, query: { limit: 1 } })).cases[0]?.labels).toEqual([]);
    await second.call(createQueueLabel, { params, body: { value: "all" } });
    const left = async () => (await pool.query("select from case_labels where label_id = $1 limit 1", [label_id])).rowCount;
    const longest = await longestDuring(pool, () => until(async () => (await left()) === 0, 300_000, "it comes off"));
    await until(async () => (await pool.query("select from queue_labels where id = $1", [label_id])).rowCount === 0, 120_000, "it goes");
    report(`a label of ${count} cases: answered in ${Math.round(answered)} ms; longest statement seen ${Math.round(longest)} ms`);
    expect(longest).toBeLessThan(1_000);
    expect(answered).toBeLessThan(1_000);
  }),
);
