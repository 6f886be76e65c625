import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Home } from "./embedded-home.ts";
import { underNamedAccount } from "./embedded-name.ts";

/** The cluster's own superuser. Nobody can connect as it. */
const superuser = "caseload";
/** Whom the service connects as: owns the database and nothing else. */
export const serviceRole = "service";
export const database = "postgres";

/** The password of the service's role: a file that only this account reads. */
export async function storePassword(dataDir: string): Promise<string> {
  const file = join(dataDir, "store.key");
  if (!existsSync(file)) await writeFile(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  return (await readFile(file, "utf8")).trim();
}

export interface ClusterOptions {
  /** Whether the service's role may make further databases. */
  readonly createDatabases?: boolean;
}

/**
 * Brings a cluster to where the service's role is an ordinary one and has to prove who it is: a fresh one, one in which everybody who reached
 * the socket was the superuser, and one whose password file was lost. The server must not be running.
 */
export async function prepareCluster(home: Home, password: string, options: ClusterOptions): Promise<void> {
  if (!existsSync(join(home.data, "PG_VERSION"))) await createCluster(home);
  const rules = join(home.data, "pg_hba.conf");
  const wanted = accessRules(password);
  if ((await readFile(rules, "utf8").catch(() => "")) === wanted) return;
  await asSuperuser(home, roleStatements(password, options));
  // Last, because it says that everything before it is done.
  await writeFile(rules, wanted, { mode: 0o600 });
  const { uid, gid = uid } = home.account;
  if (uid !== undefined && gid !== undefined) await chown(rules, uid, gid);
}

function accessRules(password: string): string {
  const mark = createHash("sha256").update(`access rules 1\n${password}`).digest("hex");
  return `# Written by the service when it starts: ${mark}\nlocal all ${serviceRole} scram-sha-256\n`;
}

async function createCluster(home: Home): Promise<void> {
  // A first start that was cut off leaves a folder that initdb refuses.
  await rm(home.data, { recursive: true, force: true });
  const options = ["-D", home.data, "-U", superuser, "--auth=reject", "--encoding=UTF8", "--locale=C", "--no-instructions"];
  await runBinary(home, "initdb", options).catch((error: Error) => {
    throw new Error(`The embedded PostgreSQL could not create its data folder ${home.data}: ${error.message}`);
  });
}

/** Statements as the cluster's superuser, by a process that no socket leads to. Each ends with a semicolon and an empty line. */
async function asSuperuser(home: Home, statements: readonly string[]): Promise<void> {
  // A statement that fails is not to be repeated in the log: one of them holds the password.
  const options = ["-D", home.data, "-j", "-c", "exit_on_error=on", "-c", "log_min_error_statement=panic", database];
  const input = statements.map((one) => `${one};\n\n`).join("");
  await runBinary(home, "postgres", ["--single", ...options], input).catch((error: Error) => {
    throw new Error(`The embedded PostgreSQL could not prepare ${home.data}: ${error.message}`);
  });
}

async function runBinary(home: Home, name: string, args: readonly string[], input = ""): Promise<void> {
  const command = await underNamedAccount(home, [join(home.binaries, "bin", name), ...args]);
  const [program = "", ...rest] = command;
  await new Promise<void>((done, fail) => {
    const options = { ...home.account, cwd: home.folder, env: { PATH: process.env.PATH, LC_ALL: "C" } };
    const child = execFile(program, rest, options, (error, _stdout, stderr) => {
      if (error) fail(new Error(stderr.trim() || error.message));
      else done();
    });
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

function roleStatements(password: string, { createDatabases = false }: ClusterOptions): string[] {
  return [
    `do $$ begin if not exists (select from pg_roles where rolname = '${serviceRole}') then create role ${serviceRole}; end if; end $$`,
    // The password is random: hashing it many times would only slow down each connection.
    "set scram_iterations = 1",
    `alter role ${serviceRole} login nosuperuser nocreaterole noreplication nobypassrls ${createDatabases ? "createdb" : "nocreatedb"} password '${password}'`,
    `alter database ${database} owner to ${serviceRole}`,
    `do $$ declare command text; begin
       for command in
         select format('alter schema %I owner to ${serviceRole}', n.nspname) from pg_namespace n where n.oid >= 16384
         union all
         select format('alter table %s owner to ${serviceRole}', c.oid::regclass) from pg_class c
           where c.oid >= 16384 and c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relnamespace <> 'pg_toast'::regnamespace
             and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i'))
         union all
         select format('alter routine %s owner to ${serviceRole}', p.oid::regprocedure) from pg_proc p where p.oid >= 16384
       loop execute command; end loop;
     end $$`,
  ];
}
