import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { storeOf } from "../store-of.ts";
import { freePort } from "#server/testing/free-port.ts";
import { startNode, stopChild } from "./children.ts";

const root = new URL("../..", import.meta.url).pathname;
export const key = "bench-token-0123456789abcdefghijkl";

export interface MeasuredService {
  readonly pid: number;
  readonly origin: string;
  /** Milliseconds from the start of the process to its first answer that it is ready. */
  readonly readyMs: number;
  readonly db: pg.Client;
  stop(): Promise<void>;
}

/** A folder that the embedded store's own account can reach, so that all of it lies there and goes with it. */
export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "caseload-bench-"));
  await chmod(folder, 0o755);
  return folder;
}

/** Starts the service as `npm start` does: with the very command of package.json. */
export async function startMeasured(dataDir: string): Promise<MeasuredService> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } };
  const [, , ...args] = scripts.start.split(" ");
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMIT_QUOTA: "1000000000",
    DRAIN_SECONDS: "0",
    ADMIN_EMAIL: "owner@example.com",
    ADMIN_PASSWORD: "correct horse battery",
    ADMIN_TOKEN: key,
  };
  const begun = performance.now();
  const child = startNode(args, { cwd: root, env });
  child.stdout?.resume();
  while (!(await answers(`${origin}/readyz`))) {
    if (child.exitCode !== null) throw new Error("The service ended while starting. Its own words are above.");
    if (performance.now() - begun > 60_000) throw new Error("The service was not ready within a minute.");
    await new Promise((wake) => setTimeout(wake, 5));
  }
  const readyMs = performance.now() - begun;
  const db = new pg.Client(storeOf(dataDir));
  // The store ends with the service, also when a measurement failed: what that said must not be lost behind this.
  db.on("error", () => {});
  await db.connect();
  return {
    pid: child.pid ?? 0,
    origin,
    readyMs,
    db,
    async stop() {
      await db.end();
      await stopChild(child);
    },
  };
}

const answers = (url: string) =>
  fetch(url).then(
    (r) => r.ok,
    () => false,
  );

/** CPU seconds that a process has used so far. */
export function cpuSeconds(pid: number): number {
  const [user = 0, system = 0] = timesOf(pid);
  return (user + system) / 100;
}

/** CPU seconds of everything below a service: its store, also what its connections used that are closed. */
export function storeCpuSeconds(pid: number): number {
  return processesFrom(pid).reduce((sum, id) => sum + (id === pid ? 0 : timesOf(id).reduce((a, b) => a + b, 0)), 0) / 100;
}

/** Of a process, then of those below it that have ended, in hundredths of a second: in its own code and in the kernel. */
function timesOf(pid: number): number[] {
  return (readIfThere(`/proc/${pid}/stat`).split(") ")[1]?.split(" ") ?? []).slice(11, 15).map(Number);
}

/** Proportional memory of a process and everything below it, in MiB: shared pages count once. */
export function treeMemory(pid: number): number {
  const kib = processesFrom(pid).map((id) => Number(/^Pss:\s+(\d+)/m.exec(readIfThere(`/proc/${id}/smaps_rollup`))?.[1] ?? 0));
  return kib.reduce((sum, n) => sum + n, 0) / 1024;
}

/** A process and everything below it. */
function processesFrom(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readIfThere(`/proc/${name}/stat`);
    if (stat) parents.set(Number(name), Number(stat.split(") ")[1]?.split(" ")[1]));
  }
  const from = (id: number): number[] => [id, ...[...parents].filter(([, parent]) => parent === id).flatMap(([child]) => from(child))];
  return from(pid);
}

/** Nothing for a process that ended meanwhile. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
