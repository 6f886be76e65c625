// `npm run bench`: every figure beside the bare floor of the same run. Ratios travel between machines, wall times do not.
import { rm } from "node:fs/promises";
import { buildConsoleIfStale } from "#server/console-build.ts";
import { stopAllChildren } from "./children.ts";
import { measureComparison } from "./comparison.ts";
import { measureConsole } from "./console.ts";
import { measureLists, type Workspace } from "./lists.ts";
import { measure } from "./load.ts";
import { createReport, describe, type Report } from "./report.ts";
import { measureRuns } from "./runs.ts";
import { key, type MeasuredService, newDataDir, startMeasured, treeMemory } from "./service.ts";

const scripted = { version: "v1", data: { model: "scripted", input: "say Done" } };
const python = { version: "v1", data: { language: "python", source: { kind: "inline", code: "print('hello')" } } };

async function measureAll(report: Report, dataDir: string): Promise<void> {
  const root = new URL("../..", import.meta.url).pathname;
  await buildConsoleIfStale(root, `${root}dist/console`);
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

  const workspace = await prepare(service);
  await measureLists(report, service, dataDir, workspace);
  const create = await measure(`${service.origin}/v2/teams/${workspace.teamId}/agents`, service.pid, {
    body: { name: "Made", build: { name: "First", config: scripted } },
  });
  report.add({
    name: "create an agent with its revision",
    figures: describe(create),
    target: "1000/s, p99 <= 30 ms",
    met: create.failures === 0 && create.rate >= 1000 && create.p99 <= 30,
  });
  await measureRuns(report, service, workspace);
  await measureConsole(report, service, workspace.teamId);
  await measureComparison(report, service, workspace.teamId);
  report.add({ name: "memory after all of this", figures: `${treeMemory(service.pid).toFixed(0)} MiB` });
  await service.stop();
}

async function prepare({ origin }: MeasuredService): Promise<Workspace> {
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
    const headers = { authorization: `Bearer ${key}`, ...(body !== undefined && { "content-type": "application/json" }) };
    const response = await fetch(origin + path, {
      method: body === undefined ? "GET" : "POST",
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { session } = await ask<{ session: { user: { id: string }; teams: { id: string }[] } }>("/v2/session");
  const teamId = session.teams[0]?.id ?? "";
  const agent = async (name: string, config: unknown) =>
    (await ask<{ agent: { id: string } }>(`/v2/teams/${teamId}/agents`, { name, build: { name: "First", config } })).agent.id;
  return { teamId, userId: session.user.id, says: await agent("Says", scripted), codes: await agent("Codes", python) };
}

const dataDir = await newDataDir();
/** However the measurement ends, nothing that it started or wrote stays behind. */
async function clean(): Promise<void> {
  await stopAllChildren();
  await rm(dataDir, { recursive: true, force: true });
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void clean().finally(() => process.exit(1)));
try {
  const report = createReport();
  await measureAll(report, dataDir);
  report.end();
} finally {
  await clean();
}
