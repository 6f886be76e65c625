import { type SpawnOptions, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { until } from "./proof.ts";

const versions = "/usr/lib/postgresql";

/** A PostgreSQL of the distribution, which comes with the tools that dump and restore it. */
export interface DumpableServer {
  /** A new and empty database. */
  createDatabase(name: string): Promise<pg.ClientConfig & { readonly database: string }>;
  /** For `DATABASE_URL`. */
  urlOf(database: string): string;
  /** Writes what a transaction sees, by the name of its snapshot, into a file. */
  dump(database: string, snapshot: string, file: string): Promise<void>;
  /** Throws at the first error. */
  restore(file: string, database: string): Promise<void>;
  close(): Promise<void>;
}

const user = "caseload";

export async function startDumpableServer(): Promise<DumpableServer> {
  const [version] = (await readdir(versions).catch(() => [])).toSorted((a, b) => Number(b) - Number(a));
  if (!version) throw new Error("This proof needs a PostgreSQL of the distribution: apt-get install postgresql.");
  const tool = (name: string) => join(versions, version, "bin", name);
  const folder = await mkdtemp("/tmp/caseload-dump-");
  const account = await serverAccount();
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);
  const options: SpawnOptions = { ...account, cwd: folder, env: { PATH: "/usr/bin:/bin", LC_ALL: "C" } };
  const data = join(folder, "data");
  await promisify(execFile)(tool("initdb"), ["-D", data, "-U", user, "--auth=trust", "--encoding=UTF8", "--locale=C"], {
    ...account,
    cwd: folder,
  });
  const settings = ["listen_addresses=", "fsync=off", "synchronous_commit=off", "max_connections=200", "max_wal_senders=0"];
  const args = ["-D", data, "-k", folder, ...settings.flatMap((one) => ["-c", one])];
  const server = spawn(tool("postgres"), args, { ...options, stdio: "ignore" });
  const asAdmin = async (statement: string) => {
    const admin = new pg.Client({ host: folder, user, database: "postgres" });
    await admin.connect();
    await admin.query(statement);
    await admin.end();
  };
  const answers = () =>
    asAdmin("select 1").then(
      () => true,
      () => false,
    );
  await until(answers, 30_000, "PostgreSQL of the distribution answers");
  const run = (name: string, ...more: string[]) => promisify(execFile)(tool(name), ["-h", folder, "-U", user, ...more]);
  return {
    async createDatabase(database) {
      await asAdmin(`create database ${database}`);
      return { host: folder, user, database };
    },
    urlOf: (database) => `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(folder)}`,
    dump: async (database, snapshot, file) => void (await run("pg_dump", "-Fc", "--snapshot", snapshot, "-f", file, database)),
    restore: async (file, database) => void (await run("pg_restore", "--exit-on-error", "-d", database, file)),
    async close() {
      const gone = once(server, "exit");
      server.kill("SIGINT");
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL does not run as root: then as the account of its package. */
async function serverAccount(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (flag: string) => Number((await promisify(execFile)("id", [flag, "postgres"])).stdout);
  return { uid: await idOf("-u"), gid: await idOf("-g") };
}
