import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createAgent, updateAgent } from "#contract/agents/agents.ts";
import { createCases, updateCase } from "#contract/queues/cases.ts";
import { createQueue, updateQueue } from "#contract/queues/queues.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { startCluster } from "#server/testing/cluster.ts";
import { cpuOf, parentOf } from "#server/testing/cpu-of.ts";
import { report, scaled, until } from "#server/testing/proof.ts";

const rounds = scaled(8, 2);
const writesOfRound = 200;
const writers = 4;
/** What people see of audit and of being told, in a hundred of what a write costs without. */
const most = 15;

/** Nothing is read behind it. */
const never = "9223372036854775807";

test(
  "audit and causes cost at most 15 % of writes: of the CPU of service and store, what follows behind included",
  { timeout: 1_200_000 },
  async () => {
    const cluster = await startCluster(1);
    const { pool, processes } = cluster;
    try {
      const [service] = processes;
      if (!service) throw new Error("A cluster of one has one process.");
      const { rows } = await pool.query<{ tgname: string; relname: string }>(
        "select tgname, relname from pg_trigger join pg_class on pg_class.oid = tgrelid where tgname like '%\\_audited'",
      );
      const backend = (await pool.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid ?? 0;
      const used = () => cpuOf(parentOf(backend), service.pid() ?? 0);
      /** Takes what audit and causes do out of the service, or puts it back. */
      async function audited(on: boolean): Promise<void> {
        for (const { tgname, relname } of rows) await pool.query(`alter table ${relname} ${on ? "enable" : "disable"} trigger ${tgname}`);
        await pool.query(
          `update event_cursors set id = 0, tx = ${on ? "settled_before()" : `'${never}'`}
         where consumer in ('audit', 'notifications')`,
        );
      }
      const caughtUp = async () => {
        const behind = await pool.query("select from events e join event_cursors c on (e.tx, e.id) > (c.tx, c.id) limit 1");
        return behind.rowCount === 0;
      };

      const teamId = (await service.call(listMyTeams, {})).teams[0]?.id ?? "";
      const params = { teamId };
      const { queue } = await service.call(createQueue, { params, body: { name: "Refunds" } });
      const { agent } = await service.call(createAgent, { params, body: { name: "Invoices" } });
      await service.call(createCases, { params: { queue_id: queue.id }, body: { cases: [{ title: "One", data: "" }] } });
      const caseId = (await pool.query<{ id: string }>("select id from cases")).rows[0]?.id ?? "";
      const writes = {
        "rename a queue": (n: number) => service.call(updateQueue, { params: { queue_id: queue.id }, body: { name: `Refunds ${n}` } }),
        "rename an agent": (n: number) => service.call(updateAgent, { params: { agent_id: agent.id }, body: { name: `Invoices ${n}` } }),
        "create a queue": (n: number) => service.call(createQueue, { params, body: { name: `Queue ${n}` } }),
        "create an agent": (n: number) => service.call(createAgent, { params, body: { name: `Agent ${n}` } }),
        "create a case": (n: number) =>
          service.call(createCases, { params: { queue_id: queue.id }, body: { cases: [{ title: `Case ${n}`, data: "" }] } }),
        "close a case": (n: number) =>
          service.call(updateCase, { params: { case_id: caseId }, body: { status: n % 2 === 0 ? "completed" : "pending" } }),
      };
      let made = 0;
      /** CPU and time of a write in ms. */
      async function measured(write: (n: number) => Promise<unknown>): Promise<{ cpu: number; ms: number }> {
        const before = used();
        const began = performance.now();
        let left = writesOfRound;
        const some = async () => {
          while (left-- > 0) await write(made++);
        };
        await Promise.all(Array.from({ length: writers }, some));
        const ms = (performance.now() - began) / writesOfRound;
        await Promise.all([until(caughtUp, 60_000, "consumers"), sleep(500)]);
        return { cpu: (used() - before) / writesOfRound, ms };
      }

      const sums = { with: 0, without: 0 };
      for (const [name, write] of Object.entries(writes)) {
        const costs = { with: { cpu: 0, ms: 0 }, without: { cpu: 0, ms: 0 } };
        for (let round = 0; round <= rounds * 2; round++) {
          const on = round % 2 === 0;
          await audited(on);
          const { cpu, ms } = await measured(write);
          // The first one warms up.
          if (round === 0) continue;
          const of = costs[on ? "with" : "without"];
          of.cpu += cpu / rounds;
          of.ms += ms / rounds;
        }
        const more = (what: "cpu" | "ms") => `${costs.with[what].toFixed(2)} ms, without ${costs.without[what].toFixed(2)}`;
        report(
          `${name}: CPU ${more("cpu")}, ${percent(costs.with.cpu, costs.without.cpu)}; time ${more("ms")}, ${percent(costs.with.ms, costs.without.ms)}`,
        );
        sums.with += costs.with.cpu;
        sums.without += costs.without.cpu;
      }
      report(`all of them: ${percent(sums.with, sums.without)}`);
      expect((sums.with / sums.without - 1) * 100).toBeLessThan(most);
    } finally {
      await cluster.close();
    }
  },
);

function percent(what: number, of: number): string {
  return `${((what / of - 1) * 100).toFixed(1)} %`;
}
