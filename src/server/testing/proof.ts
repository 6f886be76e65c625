import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import type { Config } from "#contract/agents/config.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import type { ServiceProcess } from "./service-process.ts";

const scale = Number(process.env.PROOF_SCALE ?? 1);

/** So many times as a proof does something: all of them, or with `PROOF_SCALE` below 1 a part. */
export function scaled(full: number, least = 1): number {
  return Math.max(least, Math.round(full * scale));
}

/** The time below which 95 of a hundred are. */
export function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

/** How long it takes, in ms. */
export async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** So many answers a list is judged by, and so many before them that are not: a process that has just started compiles what its first ones need. */
const judged = 500;
const before = 50;

/** The time in ms below which 99 of a hundred answers of a list are. Says it. `ask` gets the number of the answer. */
export async function listTime(what: string, ask: (n: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < before; n++) await ask(n);
  for (let n = 0; n < judged; n++) times.push(await took(() => ask(n)));
  const most = p99(times);
  report(`${what}: p50 ${times.toSorted((a, b) => a - b)[judged / 2]?.toFixed(1)} ms, p99 ${most.toFixed(1)} ms`);
  return most;
}

interface Plan {
  readonly "Execution Time": number;
  readonly Plan: { readonly "Shared Hit Blocks": number; readonly "Shared Read Blocks": number };
}

/** What one execution of a statement costs in the store: milliseconds, and the blocks that it looks at. */
export async function explained(pool: Pool, statement: string, values: unknown[] = []): Promise<{ ms: number; blocks: number }> {
  const { rows } = await pool.query(`explain (analyze, buffers, format json) ${statement}`, values);
  const [{ "Execution Time": ms, Plan: plan }] = rows[0]["QUERY PLAN"] as [Plan];
  return { ms, blocks: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] };
}

/** What was seen, beside whether it was enough. */
export function report(text: string): void {
  process.stdout.write(`${text}\n`);
}

export interface ProofCluster extends Cluster {
  readonly first: ServiceProcess;
  readonly second: ServiceProcess;
  readonly teamId: string;
  agent(name: string, config: Config): Promise<{ id: string; buildId: string }>;
  /** Returns the id of the run. */
  start(agentId: string, more?: { message?: string; webhook_url?: string }): Promise<string>;
  /** So many runs, a few at a time: a process refuses what comes all at once. Returns their ids. */
  startMany(agentId: string, count: number): Promise<string[]>;
}

/** Two processes on one store, for as long as `prove` takes. `envs`: settings of each. */
export async function withTwo(envs: readonly [Settings, Settings], prove: (cluster: ProofCluster) => Promise<void>): Promise<void> {
  const cluster = await startCluster(2, envs);
  try {
    const [first, second] = cluster.processes;
    if (!first || !second) throw new Error("A cluster of two has two processes.");
    const teamId = (await first.call(listMyTeams, {})).teams[0]?.id ?? "";
    const start: ProofCluster["start"] = async (agent_id, more = {}) =>
      (await first.call(startTeamRun, { params: { teamId }, body: { agent_id, ...more } })).run.id;
    await prove({
      ...cluster,
      first,
      second,
      teamId,
      async agent(name, config) {
        const made = await first.call(createAgent, { params: { teamId }, body: { name, build: { name: "First", config } } });
        return { id: made.agent.id, buildId: made.build?.id ?? "" };
      },
      start,
      async startMany(agentId, count) {
        const ids: string[] = [];
        const some = async () => {
          while (count-- > 0) ids.push(await start(agentId));
        };
        await Promise.all(Array.from({ length: 4 }, some));
        return ids;
      },
    });
  } finally {
    await cluster.close();
  }
}
type Settings = Record<string, string>;

/** Does something again and again until `over`, with a rest in between, and returns how long each took, in ms. */
export async function timed(over: () => boolean, restMs: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  while (!over()) {
    times.push(await took(work));
    await sleep(restMs);
  }
  return times;
}

/** Waits for something. Returns how many ms that took. */
export async function until(holds: () => Promise<boolean>, timeoutMs: number, what: string): Promise<number> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > timeoutMs) throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
    await sleep(20);
  }
  return performance.now() - began;
}

/** The time below which 99 of a hundred are. */
function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}
