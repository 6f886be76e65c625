import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { startTeamRun } from "#contract/runs/runs.ts";
import { python, scripted } from "#server/testing/agents.ts";
import { p95, report, scaled, timed, until, withTwo } from "#server/testing/proof.ts";

const waiting = 60;

it("a minute's lock on an agent and its runs costs two processes no work, and other agents no time", { timeout: 400_000 }, () =>
  withTwo([{}, {}], async ({ processes, first, pool, teamId, agent, start }) => {
    // Longer than a worker may say nothing, however few seconds are proved.
    const seconds = scaled(60, 25);
    const { id: held } = await agent("Held", python(`import time; time.sleep(${seconds + 20})`));
    const { id: free } = await agent("Free", scripted("say Done"));
    const runs = await Promise.all(Array.from({ length: 4 }, () => start(held)));
    const states = async () => (await pool.query("select status, lease, code_starts from runs where id = any($1)", [runs])).rows;
    await until(async () => (await states()).every(({ status }) => status === "running"), 30_000, "every program runs");
    let refused = 0;
    const startFree = async () => {
      const answer = await first.send(startTeamRun, { params: { teamId }, body: { agent_id: free } });
      await answer.text();
      if (!answer.ok) refused++;
    };
    for (let i = 0; i < 30; i++) await startFree();
    const calmUntil = Date.now() + scaled(15_000, 5_000);
    const calm = await timed(() => Date.now() > calmUntil, 50, startFree);

    const answers = new Map<number, number>();
    const other = await pool.connect();
    let over = false;
    const waitingStart = async (_: unknown, i: number) => {
      while (!over) {
        const answer = await processes[i % 2]?.send(startTeamRun, { params: { teamId }, body: { agent_id: held } });
        await answer?.text();
        answers.set(answer?.status ?? 0, (answers.get(answer?.status ?? 0) ?? 0) + 1);
        await sleep(100);
      }
    };
    await other.query("begin");
    await other.query("select from agents where id = $1 for update", [held]);
    await other.query("select from runs where id = $1 for update", [runs[0]]);
    const end = sleep(seconds * 1000).then(() => (over = true));
    const [locked] = await Promise.all([
      timed(() => over, 50, startFree),
      ...Array.from({ length: waiting }, waitingStart),
      end.then(() => other.query("rollback")),
    ]).finally(() => other.release(true));
    const ended = async () => (await states()).every(({ status }) => status === "completed");
    await until(ended, 120_000, "every program ends");
    expect(await states()).toEqual(runs.map(() => ({ status: "completed", lease: 1, code_starts: 1 })));
    const statuses = [...answers].map(([status, n]) => `${n} with ${status}`).join(", ");
    report(
      `locked for ${seconds} s: ${waiting} waiting starts were answered ${statuses}; starts of another agent: p95 ${p95(calm).toFixed(1)} ms calm, ${p95(locked).toFixed(1)} ms (${locked.length}, ${refused} refused) beside the lock`,
    );
    expect(await first.status("/readyz")).toBe(200);
    expect(refused).toBe(0);
    expect(p95(locked)).toBeLessThan(2 * p95(calm));
  }),
);
