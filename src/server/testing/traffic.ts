import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createAgent } from "#contract/agents/agents.ts";
import type { CallInput, EndpointSpec, Reply } from "#contract/endpoint.ts";
import { updateFileContent } from "#contract/library/files.ts";
import { createCases, listCases, updateCase } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { listTeamRuns, startTeamRun } from "#contract/runs/runs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { scripted } from "./agents.ts";
import type { ServiceProcess } from "./service-process.ts";

/** What people and programs of a team do all day, until it is stopped. */
export interface Traffic {
  readonly requests: () => number;
  /** What did not succeed, each with its answer or its failure. */
  readonly failed: readonly string[];
  /** The longest that a request took, in milliseconds. */
  readonly slowest: () => number;
  stop(): Promise<void>;
}

/**
 * Two people who read and four who write: runs, files, cases and their changes. Each rests between two requests: a service that has more to do
 * than it can keeps its transactions open for seconds. `steps` of the runs: by default each writes a file, for which all runs of a team queue.
 */
export async function startTraffic(
  { send }: Pick<ServiceProcess, "send">,
  { restMs = 50, steps = ['call write_file {"path": "{{message}}.txt", "content": "{{message}}"}', "say Done: {{message}}"] } = {},
): Promise<Traffic> {
  const failed: string[] = [];
  let [stopped, requests, slowest] = [false, 0, 0];

  async function ask<E extends EndpointSpec>(endpoint: E, input: CallInput<E>): Promise<Reply<E>> {
    const began = performance.now();
    const answer = await send(endpoint, input);
    const text = await answer.text();
    slowest = Math.max(slowest, performance.now() - began);
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return JSON.parse(text) as Reply<E>;
  }
  async function again(name: string, one: (n: number) => Promise<unknown>): Promise<void> {
    for (let n = 0; !stopped; n++) {
      requests += 1;
      await one(n).catch((error: Error) =>
        failed.push(`${name}: ${error.message} ${error.cause instanceof Error ? error.cause.message : ""}`),
      );
      await sleep(restMs);
    }
  }

  const params = { teamId: (await ask(listMyTeams, {})).teams[0]?.id ?? "" };
  const config = scripted(...steps);
  const { agent } = await ask(createAgent, { params, body: { name: "Busy", build: { name: "First", config } } });
  const { queue } = await ask(createQueue, { params, body: { name: `Busy ${randomUUID()}` } });
  const inQueue = { queue_id: queue.id };
  const people = [
    again("run", (n) => ask(startTeamRun, { params, body: { agent_id: agent.id, message: `run ${n}` } })),
    again("file", (n) => ask(updateFileContent, { params: { ...params, path: `busy/${n % 50}.txt` }, body: { content: `text ${n}` } })),
    again("cases", (n) => ask(createCases, { params: inQueue, body: { cases: [{ title: `Case ${n}` }, { title: `Twin ${n}` }] } })),
    again("case", async (n) => {
      const made = await ask(createCases, { params: inQueue, body: { case: { title: `Changing ${n}` } } });
      await ask(updateCase, { params: { case_id: made.added_cases[0]?.id ?? "" }, body: { title: `Changed ${n}` } });
    }),
    again("runs", () => ask(listTeamRuns, { params, query: { limit: 25 } })),
    again("list of cases", () => ask(listCases, { params: inQueue, query: { limit: 25 } })),
  ];
  return {
    requests: () => requests,
    failed,
    slowest: () => slowest,
    async stop() {
      stopped = true;
      await Promise.all(people);
    },
  };
}
