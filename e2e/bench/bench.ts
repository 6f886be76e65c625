// `npm run bench`: every figure beside the bare floor of the same run. Ratios travel between machines, wall times do not.
// `npm run bench -- cases console` measures these sections only.
import { rm } from "node:fs/promises";
import { buildConsoleIfStale } from "#server/console-build.ts";
import { stopAllChildren } from "./children.ts";
import { ask } from "./ask.ts";
import { measureCases } from "./cases.ts";
import { measureComparison } from "./comparison.ts";
import { measureConsole } from "./console.ts";
import { measureEvents } from "./events.ts";
import { measureLists, type Workspace } from "./lists.ts";
import { measure } from "./load.ts";
import { createReport, describe, type Report } from "./report.ts";
import { measureRuns } from "./runs.ts";
import { seedRuns } from "./seed.ts";
import { type MeasuredService, newDataDir, startMeasured, treeMemory } from "./service.ts";

const scripted = { version: "v1", data: { model: "scripted", input: "say Done" } };
const python = { version: "v1", data: { language: "python", source: { kind: "inline", code: "print('hello')" } } };

interface Bench {
  readonly report: Report;
  readonly service: MeasuredService;
  readonly dataDir: string;
  readonly workspace: Workspace;
}

const sections = {
  lists: ({ report, service, dataDir, workspace }: Bench) => measureLists(report, service, dataDir, workspace),
  create: measureCreate,
  document: measureDocument,
  runs: ({ report, service, workspace }: Bench) => measureRuns(report, service, workspace),
  events: ({ report, service, workspace }: Bench) => measureEvents(report, service, workspace),
  cases: ({ report, service, workspace }: Bench) => measureCases(report, service, workspace),
  console: async ({ report, service, workspace }: Bench) => {
    const { teamId, userId, says, codes } = workspace;
    const { rows } = await service.db.query("select count(*)::int as n from runs");
    // After the lists they are there.
    if (rows[0].n < 100_000) await seedRuns(service.db, teamId, userId, [says, codes], rows[0].n, 100_000);
    await measureConsole(report, service, teamId);
  },
  comparison: ({ report, service, workspace }: Bench) => measureComparison(report, service, workspace.teamId),
};

async function measureAll(report: Report, dataDir: string, wanted: readonly string[]): Promise<void> {
  const root = new URL("../..", import.meta.url).pathname;
  await buildConsoleIfStale(root, `${root}dist/console`);
  const service = await measureStart(report, dataDir);
  const bench = { report, service, dataDir, workspace: await prepare(service) };
  for (const [name, section] of Object.entries(sections)) if (wanted.length === 0 || wanted.includes(name)) await section(bench);
  report.add({ name: "memory after all of this", figures: `${treeMemory(service.pid).toFixed(0)} MiB` });
  await service.stop();
}

async function measureStart(report: Report, dataDir: string): Promise<MeasuredService> {
  const first = await startMeasured(dataDir);
  report.add({ name: "first start to ready", figures: `${first.readyMs.toFixed(0)} ms`, target: "< 3000 ms", met: first.readyMs < 3000 });
  await first.stop();
  const service = await startMeasured(dataDir);
  report.add({
    name: "later start to ready",
    figures: `${service.readyMs.toFixed(0)} ms`,
    target: "<= 1000 ms",
    met: service.readyMs <= 1000,
  });
  await new Promise((wake) => setTimeout(wake, 5000));
  const memory = treeMemory(service.pid);
  report.add({ name: "idle memory with the store", figures: `${memory.toFixed(0)} MiB`, target: "< 200 MiB", met: memory < 200 });
  return service;
}

async function measureCreate({ report, service, workspace }: Bench): Promise<void> {
  const create = await measure(`${service.origin}/v2/teams/${workspace.teamId}/agents`, service.pid, {
    body: { name: "Made", build: { name: "First", config: scripted } },
  });
  report.add({
    name: "create an agent with its revision",
    figures: describe(create),
    target: "1000/s, p99 <= 30 ms",
    met: create.failures === 0 && create.rate >= 1000 && create.p99 <= 30,
  });
}

/** The OpenAPI document, made once and kept as it is sent. */
async function measureDocument({ report, service }: Bench): Promise<void> {
  const document = await measure(`${service.origin}/openapi.json`, service.pid);
  report.add({
    name: "the OpenAPI document after the first time",
    figures: describe(document),
    target: "< 1 CPU",
    met: document.failures === 0 && document.cpuMs < 1,
  });
}

async function prepare(service: MeasuredService): Promise<Workspace> {
  const { session } = await ask<{ session: { user: { id: string }; teams: { id: string }[] } }>(service, "/v2/session");
  const teamId = session.teams[0]?.id ?? "";
  const agent = async (name: string, config: unknown) =>
    (await ask<{ agent: { id: string } }>(service, `/v2/teams/${teamId}/agents`, { name, build: { name: "First", config } })).agent.id;
  return { teamId, userId: session.user.id, says: await agent("Says", scripted), codes: await agent("Codes", python) };
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in sections));
if (unknown.length > 0) throw new Error(`There is no section ${unknown.join(", ")}. There are ${Object.keys(sections).join(", ")}.`);
const dataDir = await newDataDir();
/** However the measurement ends, nothing that it started or wrote stays behind. */
async function clean(): Promise<void> {
  await stopAllChildren();
  await rm(dataDir, { recursive: true, force: true });
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void clean().finally(() => process.exit(1)));
try {
  const report = createReport();
  await measureAll(report, dataDir, wanted);
  report.end();
} finally {
  await clean();
}
