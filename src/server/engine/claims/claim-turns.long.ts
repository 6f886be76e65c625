import { drizzle } from "drizzle-orm/node-postgres";
import { expect, it } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { scripted } from "#server/testing/agents.ts";
import { createPeople } from "#server/testing/people.ts";
import { report, scaled, until, withTwo } from "#server/testing/proof.ts";

it("a run begins within two seconds behind 50,000 of another team", { timeout: 600_000 }, () =>
  withTwo([{}, {}], async ({ agent, start, pool, first }) => {
    await pool.query("update users set email = 'admin@example.com'");
    const people = await createPeople(drizzle(pool));
    const send = async (path: string, body: unknown) => {
      const headers = { authorization: `Bearer ${people.keys.stranger}`, "content-type": "application/json" };
      const answer = await fetch(`${first.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      expect(answer.ok, await answer.clone().text()).toBe(true);
      return (await answer.json()) as { agent: { id: string }; run: { id: string } };
    };
    const of = (path: string) => path.replace("{teamId}", people.strangerTeamId);
    const made = await send(of(createAgent.path), { name: "Other", build: { name: "First", config: scripted("say Done") } });
    const { id: busy } = await agent("Busy", scripted("say Done"));
    const runId = await start(busy);
    const ended = (id: string) => async () =>
      (await pool.query("select from runs where id = $1 and status = 'completed'", [id])).rowCount === 1;
    await until(ended(runId), 30_000, "the first run ends");
    const count = scaled(50_000, 5_000);
    await pool.query(
      `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number)
       select gen_random_uuid(), team_id, agent_id, build_id, user_id, 'pending', source, title, 1 + n from runs, generate_series(1, $2::int) n
       where id = $1`,
      [runId, count],
    );
    const waits: number[] = [];
    for (let i = 0; i < 5; i++) {
      const { run } = await send(of(startTeamRun.path), { agent_id: made.agent.id });
      await until(ended(run.id), 60_000, "the other team's run ends");
      const { rows } = await pool.query(
        "select (extract(epoch from started_at - created_at) * 1000)::float8 as ms from runs where id = $1",
        [run.id],
      );
      waits.push(rows[0].ms);
    }
    const { rows } = await pool.query("select count(*)::int as n from runs where agent_id = $1 and status = 'pending'", [busy]);
    report(`behind ${rows[0].n} runs of another team a run waited ${waits.map(Math.round).join(", ")} ms for its worker`);
    expect(rows[0].n, "runs of the other team were waiting all the while").toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThan(2_000);
  }),
);
