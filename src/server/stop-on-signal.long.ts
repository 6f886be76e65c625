import { expect, it } from "vitest";
import { startBalancer } from "#server/testing/balancer.ts";
import { report, scaled, took, until, withTwo } from "#server/testing/proof.ts";
import { senderTo } from "#server/testing/service-process.ts";
import { startTraffic } from "#server/testing/traffic.ts";

/** How often the balancer asks who is ready, in milliseconds. It stops to send long before a process takes no more. */
const lookMs = 200;
const env = { DRAIN_SECONDS: "2" };

it("processes behind a balancer that sends nothing twice are stopped and started without a failed request", { timeout: 3_600_000 }, () =>
  withTwo([env, env], async ({ processes, pool }) => {
    const balancer = await startBalancer(processes, lookMs);
    const bothReady = () => until(async () => balancer.ready() === processes.length, 60_000, "both processes are ready");
    await bothReady();
    const traffic = await startTraffic({ send: senderTo(balancer.url) });
    const rounds = scaled(100, 2);
    let slowest = 0;
    try {
      for (let round = 0; round < rounds; round++) {
        const one = processes[round % processes.length];
        slowest = Math.max(slowest, await took(async () => one?.end("SIGTERM")));
        await one?.start();
        await bothReady();
      }
    } finally {
      await traffic.stop();
      await balancer.close();
    }
    report(
      `${rounds} stops beside ${traffic.requests()} requests: ${traffic.failed.length} failed, longest request ` +
        `${Math.round(traffic.slowest())} ms, longest stop ${Math.round(slowest)} ms`,
    );
    expect(balancer.failed).toEqual([]);
    expect(traffic.failed).toEqual([]);
    const open = "select from runs where status in ('pending', 'starting', 'running')";
    await until(async () => (await pool.query(open)).rows.length === 0, 60_000, "every run has ended");
    expect((await pool.query("select status, count(*)::int as n from runs where status <> 'completed' group by 1")).rows).toEqual([]);
  }),
);
