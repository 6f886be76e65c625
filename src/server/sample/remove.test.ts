import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent, listAgents } from "#contract/agents/agents.ts";
import type { Config } from "#contract/agents/config.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import { listClarityProcesses } from "#contract/clarity/processes.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { listDashboards } from "#contract/dashboards/dashboards.ts";
import { listFiles, updateFileContent } from "#contract/library/files.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue, listQueues } from "#contract/queues/queues.ts";
import { listTeamRuns, startTeamRun } from "#contract/runs/runs.ts";
import { listWebhookSources } from "#contract/schedules/webhook-sources.ts";
import { listTeamApiKeys } from "#contract/teams/api-keys.ts";
import { getSampleWorkspace, loadSampleWorkspace, removeSampleWorkspace } from "#contract/teams/sample.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { sampleIs } from "./sample-is.cases.ts";

let service: TestService;
let params: { teamId: string };
beforeAll(async () => {
  service = await startService();
  params = { teamId: service.teamId };
});
afterAll(() => service.close());

const config: Config = { version: "v1", data: { model: "scripted", input: "- say Done.", tools: [], files: [] } };

it("is absent at first, and a removal of what is not there does nothing", async () => {
  const absent = { status: "absent", done: 0, parts: 0, error: null, holds: [], changed_files: 0 };
  expect(await service.ok(getSampleWorkspace, { params }, { as: "member" })).toEqual(absent);
  expect(await service.ok(removeSampleWorkspace, { params })).toEqual(absent);
});

it("writes over nothing of the team's own, says what is in the way, and goes on once that is gone", async () => {
  const { queue } = await service.ok(createQueue, { params, body: { name: "invoices TO pay" } });
  await service.ok(loadSampleWorkspace, { params });
  const { error, holds } = await sampleIs(service, "load_failed");
  expect(error).toBe("The team has a queue Invoices to pay already. Rename it, then try again.");
  expect(holds).toEqual([]);
  await service.pool.query("update queues set name = 'Others' where id = $1", [queue.id]);
  expect(await service.ok(loadSampleWorkspace, { params })).toMatchObject({ status: "loading", error: null });
  // What it makes at this moment is noted by nobody else.
  await service.fails(removeSampleWorkspace, { params }, "sample_busy");
  const loaded = await sampleIs(service, "loaded");
  expect(loaded.done).toBe(loaded.parts);
  // Asked for again, it is there.
  expect(await service.ok(loadSampleWorkspace, { params })).toMatchObject({ status: "loaded" });
});

it("says beforehand what people would lose, takes it along with the sample, and leaves what is theirs", async () => {
  const { agents } = await service.ok(listAgents, { params, query: {} });
  const letter = agents.find(({ name }) => name === "Supplier letter")?.id ?? "";
  const { queues } = await service.ok(listQueues, { params, query: {} });
  const findings = queues.find(({ name }) => name === "Invoice findings")?.id ?? "";
  const others = queues.find(({ name }) => name === "Others")?.id ?? "";
  // People's own, beside the sample and inside it.
  const own = await service.ok(createAgent, { params, body: { name: "Our own", build: { name: "First", config } } });
  await service.ok(startTeamRun, { params, body: { agent_id: own.agent.id, message: "Go" } });
  await service.ok(createCases, { params: { queue_id: others }, body: { case: { title: "Ours", data: "{}" } } });
  await service.ok(updateFileContent, { params: { ...params, path: "ours.csv" }, body: { content: "ours" } });
  await service.ok(startTeamRun, { params, body: { agent_id: letter, message: "Another letter" } });
  await service.ok(createRevision, { params: { agent_id: letter }, body: { name: "Shorter", config } });
  await service.ok(createCases, { params: { queue_id: findings }, body: { case: { title: "Added by hand", data: "{}" } } });
  await service.ok(updateFileContent, { params: { ...params, path: "payment-terms.md" }, body: { content: "Our terms" } });

  const before = await service.ok(getSampleWorkspace, { params });
  const held = Object.fromEntries(before.holds.map(({ kind, ...counts }) => [kind, counts]));
  expect(held).toMatchObject({
    agent: { count: 9, by_people: 0 },
    revision: { by_people: 1 },
    run: { by_people: 1 },
    queue: { count: 2, by_people: 0 },
    case: { count: 37, by_people: 1 },
    dashboard: { count: 3, by_people: 0 },
    process: { count: 1, by_people: 0 },
    capture: { count: 3, by_people: 0 },
    connection: { count: 1, by_people: 0 },
    webhook_source: { count: 1, by_people: 0 },
    file: { count: 11, by_people: 0 },
  });
  expect(before.changed_files).toBe(1);

  // By somebody else than who loaded it.
  expect(await service.ok(removeSampleWorkspace, { params }, { as: "manager" })).toMatchObject({ status: "removing" });
  await service.fails(loadSampleWorkspace, { params }, "sample_busy");
  expect(await sampleIs(service, "absent")).toMatchObject({ holds: [] });

  const left = {
    agents: (await service.ok(listAgents, { params, query: {} })).agents.map(({ name }) => name),
    queues: (await service.ok(listQueues, { params, query: {} })).queues.map(({ name }) => name),
    runs: (await service.ok(listTeamRuns, { params, query: {} })).data.map(({ agent_name }) => agent_name),
    processes: (await service.ok(listClarityProcesses, { params, query: {} })).processes,
    dashboards: (await service.ok(listDashboards, { query: { team_id: service.teamId, limit: "10" } })).artifacts,
    sources: (await service.ok(listWebhookSources, { params, query: {} })).sources,
    keys: (await service.ok(listTeamApiKeys, { params })).api_keys,
  };
  expect(left).toEqual({
    agents: ["Our own"],
    queues: ["Others"],
    runs: ["Our own"],
    processes: [],
    dashboards: [],
    sources: [],
    keys: [],
  });
  const paths = (await service.ok(listFiles, { params })).files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["ours.csv", "payment-terms.md"]));
  expect(paths).not.toContain("invoices-2026.csv");
  const { integrations } = await service.ok(listIntegrations, { params, query: {} });
  expect(integrations.some(({ name }) => name === "Sample ledger")).toBe(false);
});
