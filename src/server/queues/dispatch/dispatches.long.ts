import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { scripted } from "#server/testing/agents.ts";
import { startCluster } from "#server/testing/cluster.ts";
import { caseWork, dispatchWithKills, eachWorkedOnce, until } from "./dispatches.cases.ts";
import { lostLeases } from "./fencing.cases.ts";

test("300 cases, two processes, five kills", { timeout: 600_000 }, () => dispatchWithKills({ cases: 300, kills: 5, hurry: false }));

test("10,000 cases, two processes, ten kills", { timeout: 1_800_000 }, () => dispatchWithKills({ cases: 10_000, kills: 10, hurry: false }));

test("200 workers that lost their lease write nothing", { timeout: 600_000 }, () => lostLeases(200));

test(
  "a process that stands still while its runs are taken from it writes nothing when it goes on, three times",
  { timeout: 600_000 },
  async () => {
    for (let round = 0; round < 3; round++) {
      const cluster = await startCluster(2);
      try {
        const slow = 'call run_python {"code": "import time; time.sleep(0.5)"}';
        const config = scripted("call claim_case {}", slow, 'call update_case {"data": "Seen"}', slow, "call complete_case {}");
        const work = await caseWork(cluster, 60, config);
        await until(work, 5);
        await sleep(300 * round);
        const held = await Promise.all(cluster.processes.map((one) => one.held()));
        const still = cluster.processes[held.indexOf(Math.max(...held))];
        still?.signal("SIGSTOP");
        await until(work, 60);
        const runs = await leases(cluster.pool);
        still?.signal("SIGCONT");
        // It finds out with its next heartbeat at the latest, and lives on.
        await sleep(6_000);
        expect(await leases(cluster.pool)).toEqual(runs);
        expect(await still?.held()).toBe(0);
        expect(
          runs.some((run) => run.lease > 1),
          "runs were taken over",
        ).toBe(true);
        await eachWorkedOnce(cluster, work, 60);
      } finally {
        await cluster.close();
      }
    }
  },
);

async function leases(pool: { query(sql: string): Promise<{ rows: unknown[] }> }): Promise<{ id: string; lease: number }[]> {
  const { rows } = await pool.query("select id, lease, status, message_count, updated_at from runs order by id");
  return rows as { id: string; lease: number }[];
}
