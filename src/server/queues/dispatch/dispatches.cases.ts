import { expect } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import type { Config } from "#contract/agents/config.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { scripted } from "#server/testing/agents.ts";
import { attachQueues } from "#server/testing/cases.ts";
import { type Cluster, startCluster } from "#server/testing/cluster.ts";
import { comes } from "#server/testing/patience/comes.ts";

const priorities = ["none", "medium", "high"] as const;
const worker = scripted("call claim_case {}", 'call update_case {"data": "Seen"}', "call complete_case {}");

interface Work {
  readonly queueId: string;
  readonly agentId: string;
  /** How many cases are settled by runs that have ended. */
  settled(): Promise<number>;
}

/** A queue of so many cases of every urgency, some of them postponed and due, and an agent that is set on them at last. */
export async function caseWork({ processes, pool }: Cluster, count: number, config: Config = worker): Promise<Work> {
  const [first] = processes;
  if (!first) throw new Error("A cluster has processes.");
  const teamId = (await first.call(listMyTeams, {})).teams[0]?.id ?? "";
  const { queue } = await first.call(createQueue, { params: { teamId }, body: { name: "Refunds" } });
  const { agent, build } = await first.call(createAgent, {
    params: { teamId },
    body: { name: "Worker", build: { name: "First", config } },
  });
  await attachQueues(first.call, teamId, { id: agent.id, buildId: build?.id ?? "" }, { consumes: [queue.id] });
  for (let made = 0; made < count; made += 100) {
    const cases = Array.from({ length: Math.min(100, count - made) }, (_, i) => ({
      title: `Refund ${made + i}`,
      priority: priorities[(made + i) % 3],
    }));
    await first.call(createCases, { params: { queue_id: queue.id }, body: { cases } });
  }
  await pool.query("update cases set postponed_to = now() - interval '1 hour' where queue_id = $1 and title like '%7'", [queue.id]);
  await first.call(createAgentCaseTrigger, { params: { agent_id: agent.id }, body: { case_queue_id: queue.id, enabled: true } });
  return {
    queueId: queue.id,
    agentId: agent.id,
    async settled() {
      const { rows } = await pool.query<{ n: number }>(
        `select count(*)::int as n from cases c join runs r on r.id = c.run_id
         where c.queue_id = $1 and c.state in ('completed', 'failed') and r.status in ('completed', 'failed')`,
        [queue.id],
      );
      return rows[0]?.n ?? 0;
    },
  };
}

interface Kills {
  readonly cases: number;
  readonly kills: number;
  /** Lets the leases of a killed process run out at once, instead of waiting for it. */
  readonly hurry: boolean;
}

/**
 * Two processes share the cases of a queue; again and again one of them is killed and started anew. Each case is given to one run, which
 * works on it once, in the order that cases are taken.
 */
export async function dispatchWithKills({ cases, kills, hurry }: Kills): Promise<void> {
  const cluster = await startCluster(2);
  try {
    const work = await caseWork(cluster, cases);
    for (let kill = 0; kill < kills; kill++) {
      await until(work, Math.floor(((kill + 0.5) * cases) / (kills + 1)));
      const victim = cluster.processes[kill % 2];
      const pid = victim?.pid();
      await victim?.end("SIGKILL");
      await victim?.start();
      // Later than the kill: what the process had under way in the store comes to its end there.
      if (hurry) await cluster.pool.query("update workers set alive_until = now() where pid = $1", [pid]);
    }
    await until(work, cases);
    await eachWorkedOnce(cluster, work, cases);
  } finally {
    await cluster.close();
  }
}

export async function until(work: Work, count: number): Promise<void> {
  let settled = 0;
  const look = async () => {
    settled = await work.settled();
    return settled >= count || undefined;
  };
  await comes(`${count} settled cases`, look, { restMs: 20, withinMs: 600_000, seen: () => settled });
}

/** Each case was given to one run, in the order that cases are taken, and that run worked on it once from its claim to its end. */
export async function eachWorkedOnce({ pool }: Cluster, { queueId, agentId }: Work, cases: number): Promise<void> {
  const given = await pool.query<{ title: string }>(
    "select case_title as title from runs where agent_id = $1 and source = 'case_trigger' order by run_number",
    [agentId],
  );
  const wanted = await pool.query<{ title: string }>(
    "select title from cases where queue_id = $1 order by title not like '%7', priority desc, created_at, id",
    [queueId],
  );
  expect(given.rows).toHaveLength(cases);
  expect(given.rows.map((row) => row.title)).toEqual(wanted.rows.map((row) => row.title));
  const stories = await pool.query(
    `select story, count(*)::int as cases from (
       select c.state || ': ' || string_agg(e.type, ', ' order by e.seq) || ' by ' || count(distinct e.run_id) as story
       from cases c join case_events e on e.case_id = c.id where c.queue_id = $1 group by c.id) s group by 1`,
    [queueId],
  );
  expect(stories.rows).toEqual([{ story: "completed: created, claimed, updated, completed by 1", cases }]);
  const calls = await pool.query(
    `select m.tool_name as name, m.type, count(*)::int as n, count(distinct m.run_id)::int as runs from run_messages m join runs r on r.id = m.run_id
     where r.agent_id = $1 and m.type in ('tool_call', 'tool_result') and m.tool_name like '%_case' group by 1, 2 order by 1, 2`,
    [agentId],
  );
  const tools = ["claim_case", "complete_case", "update_case"];
  expect(calls.rows).toEqual(tools.flatMap((name) => ["tool_call", "tool_result"].map((type) => ({ name, type, n: cases, runs: cases }))));
}
