import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { expect } from "vitest";
import { getFileContent, updateFileContent } from "#contract/library/files.ts";
import { getProfile, listMyTeams } from "#contract/teams/profile.ts";
import { startEmbedded } from "#server/platform/db/embedded/embedded.ts";
import { urlOf } from "./database.ts";
import { enduringPool } from "./enduring-pool.ts";
import { createDataDir, createServiceProcess, type ServiceProcess } from "./service-process.ts";
import { random } from "./seed.ts";

/** What was seen over all rounds of a fault. Times in milliseconds. */
export interface FaultFigures {
  readonly requests: number;
  readonly refused: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly slowest: number;
  readonly slowestReturn: number;
}

interface Faulty {
  readonly service: ServiceProcess;
  /** Sends a signal to the server and everything that it started. */
  signal(signal: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void;
  close(): Promise<void>;
}

/** A service whose own embedded server can be signalled. */
export async function withEmbedded(): Promise<Faulty & { readonly dataDir: string }> {
  const dataDir = await createDataDir();
  const service = await createServiceProcess({ DATA_DIR: dataDir });
  await service.start();
  return {
    service,
    dataDir,
    signal: (signal) => signalServer(dataDir, signal),
    async close() {
      await service.end("SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A service on somebody else's server, which can be signalled. */
export async function withOwnPostgres(): Promise<Faulty & { readonly pool: pg.Pool }> {
  const [folder, dataDir] = [await createDataDir(), await createDataDir()];
  const server = await startEmbedded(folder);
  const service = await createServiceProcess({ DATA_DIR: dataDir, DATABASE_URL: urlOf(server.connection) });
  await service.start();
  const pool = enduringPool({ ...server.connection, max: 1 });
  return {
    service,
    pool,
    signal: (signal) => signalServer(folder, signal),
    async close() {
      await service.end("SIGTERM");
      await pool.end();
      await server.stop();
      for (const made of [folder, dataDir]) await rm(made, { recursive: true, force: true });
    },
  };
}

function signalServer(dataDir: string, signal: NodeJS.Signals): void {
  const text = readFileSync(join(dataDir, "postgres/pgdata/postmaster.pid"), "utf8");
  const server = Number(text.split("\n")[0]);
  // The server first: it would replace what ends. Once it stands still, it starts nothing that the list lacks.
  process.kill(server, "SIGSTOP");
  while (statOf(server)?.state !== "T") continue;
  const started = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && statOf(pid)?.parent === server);
  for (const pid of [server, ...started.map(Number)]) {
    try {
      process.kill(pid, signal);
    } catch {
      // A connection that ended meanwhile.
    }
  }
}

function statOf(pid: string | number): { state: string | undefined; parent: number } | undefined {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/**
 * Lets the store fail `rounds` times while people read and write, and checks that every answer is a success or says 503 with all that belongs
 * to it, that the service goes on by itself, and that nothing acknowledged is lost.
 */
export async function faultRounds(rounds: number, { service, signal }: Faulty, fault: "freeze" | "kill"): Promise<FaultFigures> {
  const teamId = (await service.call(listMyTeams, {})).teams[0]?.id ?? "";
  const written: string[] = [];
  let [requests, refused, slowest, slowestReturn, returned] = [0, 0, 0, 0, true];

  async function ask(send: () => Promise<Response>): Promise<boolean> {
    const began = performance.now();
    const response = await send();
    const text = await response.text();
    slowest = Math.max(slowest, performance.now() - began);
    requests += 1;
    if (response.ok) return true;
    expect(response.status, text).toBe(503);
    expect(response.headers.get("retry-after")).toBeTruthy();
    expect(response.headers.get("ratelimit-limit")).toBeTruthy();
    expect(JSON.parse(text)).toEqual({ error: "unavailable", message: expect.any(String) as string });
    refused += 1;
    return false;
  }
  const read = () => ask(() => service.send(getProfile, {}));
  async function write(): Promise<void> {
    const path = `faults/${requests}-${random()}.txt`;
    if (await ask(() => service.send(updateFileContent, { params: { teamId, path }, body: { content: path } }))) written.push(path);
  }
  async function until(stop: () => boolean, one: () => Promise<unknown>): Promise<void> {
    while (!stop()) {
      await one();
      await sleep(5);
    }
  }

  for (let round = 0; round < rounds; round += 1) {
    returned = false;
    const people = [read, read, write, write].map((one) => until(() => returned, one));
    await sleep(100 * random());
    signal(fault === "kill" ? "SIGKILL" : "SIGSTOP");
    const before = refused;
    // So long that everybody who waits has been told, and others were refused at once.
    if (fault === "freeze") while (refused < before + 20) await sleep(20);
    const back = performance.now();
    if (fault === "freeze") signal("SIGCONT");
    while (!(await read())) await sleep(20);
    slowestReturn = Math.max(slowestReturn, performance.now() - back);
    await expect.poll(() => service.status("/readyz"), { timeout: 10_000, interval: 20 }).toBe(200);
    returned = true;
    await Promise.all(people);
  }
  let lost = 0;
  for (const path of written) if ((await service.call(getFileContent, { params: { teamId, path } })).content !== path) lost += 1;
  expect(lost, "acknowledged writes that are gone").toBe(0);
  return { requests, refused, acknowledged: written.length, lost, slowest, slowestReturn };
}
