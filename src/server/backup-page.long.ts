import { execFile } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { getFileContent, updateFileContent } from "#contract/library/files.ts";
import { getRunDetails, startTeamRun } from "#contract/runs/runs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { scripted } from "#server/testing/agents.ts";
import { startDumpableServer } from "#server/testing/dumpable-server.ts";
import { until } from "#server/testing/proof.ts";
import { startS3Server } from "#server/testing/s3-server.ts";
import { createDataDir, createServiceProcess, type ServiceProcess } from "#server/testing/service-process.ts";

const page = await readFile(new URL("BACKUP.md", import.meta.url), "utf8");
const root = new URL("../..", import.meta.url).pathname;

/** Runs what the page says under a name, as a person copies it. */
async function carryOut(name: string, env: Record<string, string>): Promise<void> {
  const [, commands] = new RegExp(`^\`\`\`sh ${name}\\n(.*?)^\`\`\``, "ms").exec(page) ?? [];
  if (!commands) throw new Error(`The page has no commands named ${name}.`);
  await promisify(execFile)("sh", ["-euc", commands], { cwd: root, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } });
}

/** Leaves a file and a run that waits to start in the service. */
async function liveIn(service: ServiceProcess) {
  const params = { teamId: (await service.call(listMyTeams, {})).teams[0]?.id ?? "" };
  await service.call(updateFileContent, { params: { ...params, path: "notes.txt" }, body: { content: "kept" } });
  const build = { name: "First", config: scripted("say Done") };
  const { agent } = await service.call(createAgent, { params, body: { name: "Agent", build } });
  const { run } = await service.call(startTeamRun, { params, body: { agent_id: agent.id } });
  return { params, agent_id: agent.id, run_id: run.id };
}

/** A copy has everything, does nothing, and continues once it is told to. */
async function checked(env: Record<string, string>, { params, agent_id, run_id }: Awaited<ReturnType<typeof liveIn>>): Promise<void> {
  const copy = await createServiceProcess(env);
  await copy.start();
  expect(await (await fetch(`${copy.url}/readyz`)).json()).toEqual({ status: "ready", paused: true });
  expect((await copy.call(getFileContent, { params: { ...params, path: "notes.txt" } })).content).toBe("kept");
  const { run } = await copy.call(startTeamRun, { params, body: { agent_id } });
  await copy.end("SIGTERM");
  const resumed = await createServiceProcess({ ...env, PAUSED: "false" });
  await resumed.start();
  const ended = (id: string) => async () => (await resumed.call(getRunDetails, { params: { run_id: id } })).run.status === "completed";
  for (const id of [run_id, run.id]) await until(ended(id), 30_000, "the run ends once the pause is over");
  await resumed.end("SIGTERM");
}

it("a store and a folder are backed up and restored by the page", { timeout: 600_000 }, async () => {
  const server = await startDumpableServer();
  const [dataDir, backup, restored] = [await createDataDir(), await createDataDir(), await createDataDir()];
  for (const name of ["original", "copy"]) await server.createDatabase(name);
  const service = await createServiceProcess({ DATA_DIR: dataDir, DATABASE_URL: server.urlOf("original") });
  await service.start();
  const lived = await liveIn(service);
  const original = { BACKUP: backup, DATA_DIR: dataDir, DATABASE_URL: server.urlOf("original") };
  await carryOut("backup-store", original);
  await carryOut("backup-files", original);
  await service.end("SIGTERM");
  const copy = { DATA_DIR: join(restored, "data"), DATABASE_URL: server.urlOf("copy") };
  await carryOut("restore", { ...copy, BACKUP: backup });
  await checked(copy, lived);
  await server.close();
  for (const folder of [dataDir, backup, restored]) await rm(folder, { recursive: true, force: true });
});

it("a bucket is backed up and restored by the page", { timeout: 600_000 }, async () => {
  const [server, s3] = [await startDumpableServer(), await startS3Server()];
  const [dataDir, backup] = [await createDataDir(), await createDataDir()];
  for (const name of ["original", "copy"]) await server.createDatabase(name);
  const original = { ...s3.env, DATA_DIR: dataDir, DATABASE_URL: server.urlOf("original") };
  const service = await createServiceProcess(original);
  await service.start();
  const lived = await liveIn(service);
  await carryOut("backup-store", { ...original, BACKUP: backup });
  await carryOut("backup-bucket", { ...original, BACKUP: backup });
  await service.end("SIGTERM");
  const copy = { ...original, S3_PREFIX: "copy/", DATABASE_URL: server.urlOf("copy") };
  await carryOut("restore", { ...copy, DATA_DIR: join(backup, "unused"), BACKUP: backup });
  await carryOut("restore-bucket", { ...copy, BACKUP: backup });
  await checked(copy, lived);
  await server.close();
  await s3.close();
  for (const folder of [dataDir, backup]) await rm(folder, { recursive: true, force: true });
});

it("an embedded store is backed up and restored by the page", { timeout: 600_000 }, async () => {
  const [above, backup] = [await createDataDir(), await createDataDir()];
  const dataDir = join(above, "data");
  await mkdir(dataDir, { recursive: true });
  const service = await createServiceProcess({ DATA_DIR: dataDir });
  await service.start();
  const lived = await liveIn(service);
  await service.end("SIGTERM");
  await carryOut("backup-embedded", { DATA_DIR: dataDir, BACKUP: backup });
  await rm(dataDir, { recursive: true });
  await carryOut("restore-embedded", { DATA_DIR: dataDir, BACKUP: backup });
  const paused = await createServiceProcess({ DATA_DIR: dataDir, PAUSED: "true" });
  await paused.start();
  await paused.end("SIGTERM");
  await checked({ DATA_DIR: dataDir }, lived);
  for (const folder of [above, backup]) await rm(folder, { recursive: true, force: true });
});
