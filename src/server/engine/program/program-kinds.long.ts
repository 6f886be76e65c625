import { expect, it } from "vitest";
import { python, scripted } from "#server/testing/agents.ts";
import { report, scaled, until, withTwo } from "#server/testing/proof.ts";

it("a run that needs no sandbox begins within a second behind 140 programs of 8 seconds", { timeout: 300_000 }, () =>
  withTwo([{}, {}], async ({ agent, start, startMany, pool }) => {
    const { id: slow } = await agent("Slow", python("import time; time.sleep(8)"));
    const { id: quick } = await agent("Quick", scripted("say Done"));
    await startMany(slow, scaled(140, 40));
    const waits: number[] = [];
    for (let i = 0; i < 5; i++) {
      const runId = await start(quick);
      const ended = async () => (await pool.query("select from runs where id = $1 and status = 'completed'", [runId])).rowCount === 1;
      await until(ended, 30_000, "the quick run ends");
      const { rows } = await pool.query(
        "select (extract(epoch from started_at - created_at) * 1000)::float8 as ms from runs where id = $1",
        [runId],
      );
      waits.push(rows[0].ms);
    }
    const { rows } = await pool.query("select count(*)::int as n from runs where agent_id = $1 and status = 'pending'", [slow]);
    report(`behind ${rows[0].n} programs that wait a run waited ${waits.map(Math.round).join(", ")} ms for its worker`);
    expect(rows[0].n, "programs were waiting all the while").toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThan(1_000);
  }),
);
