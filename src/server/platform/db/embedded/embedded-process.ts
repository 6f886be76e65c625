import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Home } from "./embedded-home.ts";
import { passOn } from "./embedded-words.ts";

type Texts = Readonly<Record<string, string>>;

export interface ServerOptions {
  /** Settings of the server above our own. */
  readonly settings?: Texts;
  /** Environment variables of its process: it inherits none of ours. */
  readonly env?: Texts;
}

/**
 * As many buffers as hold a queue of a hundred thousand cases while ten thousand of them change: with fewer, whoever lists it meanwhile has to
 * write out what the change left in its way. A small store uses few of them. Durability settings stay at PostgreSQL's safe defaults.
 */
const settings = {
  listen_addresses: "",
  shared_buffers: "128MB",
  max_connections: "80",
  jit: "off",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "fatal",
  autovacuum_naptime: "10s",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "512MB",
  password_encryption: "scram-sha-256",
  // After a crash everything is brought to disk at once, not file by file.
  ...(process.platform === "linux" && { recovery_init_sync_method: "syncfs" }),
};

/** Starts the server; further settings and variables stand above ours. */
export function launch(home: Home, { settings: further = {}, env = {} }: ServerOptions): ChildProcess {
  const child = spawnServer(home, further, env);
  passOn(child.stderr, (line) => process.stderr.write(line));
  return child;
}

function spawnServer(home: Home, further: Texts, variables: Texts): ChildProcessByStdio<null, null, Readable> {
  const server = join(home.binaries, "bin", "postgres");
  const all = Object.entries({ ...settings, ...further });
  const args = ["-D", home.data, "-k", home.socket, ...all.flatMap(([k, v]) => ["-c", `${k}=${v}`])];
  const options = {
    cwd: home.folder,
    stdio: ["ignore", "ignore", "pipe"] as ["ignore", "ignore", "pipe"],
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", ...variables },
  };
  const { account } = home;
  // With setpriv the kernel stops the server when we die, however we die. Ctrl+C must reach us alone: hence a session of its own.
  if (process.platform === "linux" && existsSync("/usr/bin/setpriv")) {
    const ids = account.uid === undefined ? [] : ["--reuid", String(account.uid), "--regid", String(account.gid), "--clear-groups"];
    return spawn("/usr/bin/setpriv", [...ids, "--pdeathsig", "INT", "--", server, ...args], { ...options, detached: true });
  }
  return spawn(server, args, { ...options, ...account, detached: true });
}

/** Whether the process has ended. */
export function ended(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** PostgreSQL writes its process id and `ready` into its pid file once it takes connections; asking it earlier only fills its log. */
export async function saysReady(data: string, child: ChildProcess): Promise<boolean> {
  const { pid, text } = await pidFile(data);
  return pid === child.pid && text.includes("\nready");
}

/** The server that works on this folder, if there is one. */
export async function runningServer(data: string): Promise<number | undefined> {
  const { pid } = await pidFile(data);
  return pid !== undefined && isAlive(pid) && isServer(pid) ? pid : undefined;
}

/** Whether a killed server left processes that still have the folder open: another server beside them would destroy it. */
export function hasStragglers(data: string): boolean {
  if (process.platform !== "linux" || !existsSync(data)) return false;
  const open = realpathSync(data);
  return readdirSync("/proc").some((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === open;
    } catch {
      return false;
    }
  });
}

/**
 * Removes what a dead server says about itself where PostgreSQL would believe it, because there is a process of that number: one that is dead and
 * not collected, or one that was given the number since. In every other case PostgreSQL finds out itself, and guards against a second server.
 */
export async function removeStalePidFile(data: string): Promise<void> {
  const { pid } = await pidFile(data);
  if (pid !== undefined && isAlive(pid) && !isServer(pid)) await rm(join(data, "postmaster.pid"), { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether this process is a PostgreSQL server: after a reboot its number may belong to anything. */
function isServer(pid: number): boolean {
  if (process.platform !== "linux") return true;
  try {
    // A dead process that nobody has collected has no command line any more.
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres");
  } catch {
    return false;
  }
}

async function pidFile(data: string): Promise<{ pid: number | undefined; text: string }> {
  const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "");
  return { pid: Number(text.split("\n")[0]) || undefined, text };
}
