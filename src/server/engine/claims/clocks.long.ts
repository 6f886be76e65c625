import { expect, it } from "vitest";
import { startModelServer } from "#server/testing/model-server.ts";
import { report, scaled, until, withTwo } from "#server/testing/proof.ts";

const shiftedClock = new URL("../../testing/shifted-clock.js", import.meta.url).pathname;
const patienceSeconds = 20;
/** For a process to find what is due, and to fail with it: far less than the clocks differ. */
const slackMs = 5_000;

it("two processes whose clocks are four minutes apart try again at the store's times", { timeout: 300_000 }, async () => {
  const provider = await startModelServer();
  provider.on("Answer", [{ status: 500, headers: { "content-type": "application/json" }, body: ["{}"] }]);
  const settings = (shiftMs: number) => ({
    NODE_OPTIONS: `--import ${shiftedClock}`,
    CLOCK_SHIFT_MS: String(shiftMs),
    MODEL_BASE_URL: provider.url,
    MODEL_API_KEY: "none",
    MODEL_RETRY_FOR: String(patienceSeconds),
  });
  try {
    await withTwo([settings(120_000), settings(-120_000)], async ({ agent, startMany, pool }) => {
      const { id } = await agent("Patient", { version: "v1", data: { model: "any", input: "Answer" } });
      const count = scaled(20, 6);
      const runs = await startMany(id, count);
      const open = async () => (await pool.query("select from runs where id = any($1) and completed_at is null", [runs])).rowCount === 0;
      await until(open, 120_000, "every run gives up");
      const { rows: ends } = await pool.query(
        `select failure->>'code' as code, completed_at >= started_at as ordered,
           (extract(epoch from completed_at - started_at))::float8 as lasted from runs where id = any($1)`,
        [runs],
      );
      const { rows: tries } = await pool.query(
        `select run_id, (row_number() over w)::int as n, (extract(epoch from created_at - lag(created_at) over w) * 1000)::float8 as gap
         from run_messages where run_id = any($1) and subtype = 'retrying' window w as (partition by run_id order by seq)`,
        [runs],
      );
      const gaps = tries.filter(({ gap }) => gap !== null) as { n: number; gap: number }[];
      const lasted = ends.map((end) => end.lasted as number);
      report(
        `${count} runs gave up after ${Math.min(...lasted).toFixed(1)} to ${Math.max(...lasted).toFixed(1)} s in ${gaps.length} waits; by tries: ` +
          [2, 3, 4, 5].map((n) => spread(gaps.filter((one) => one.n === n).map((one) => one.gap))).join(", "),
      );
      for (const { code, ordered } of ends) expect({ code, ordered }).toEqual({ code: "retries_exhausted", ordered: true });
      for (const seconds of lasted) expect(seconds).toBeLessThan(patienceSeconds + slackMs / 1000);
      // The wait before try n is half a second, doubled n - 1 times and spread out by a quarter.
      for (const { n, gap } of gaps) {
        const wait = 500 * 2 ** (n - 1);
        expect(gap).toBeGreaterThanOrEqual(0.75 * wait - 5);
        expect(gap).toBeLessThan(1.25 * wait + slackMs);
      }
      expect(gaps.length).toBeGreaterThanOrEqual(2 * count);
    });
  } finally {
    await provider.close();
  }
});

const spread = (gaps: number[]) => (gaps.length === 0 ? "none" : `${Math.round(Math.min(...gaps))}–${Math.round(Math.max(...gaps))} ms`);
