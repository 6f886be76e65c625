import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, expect, it } from "vitest";
import { createDataDir } from "#server/testing/service-process.ts";
import { startEmbedded } from "./embedded.ts";
import { embeddedHome, type Home } from "./embedded-home.ts";
import { launch, saysReady } from "./embedded-process.ts";
import { migrateDatabase, openStore } from "#server/platform/db/open.ts";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
async function dataFolder(): Promise<string> {
  const folder = await createDataDir();
  folders.push(folder);
  return folder;
}

const ask = async (config: pg.ClientConfig, text: string): Promise<unknown[]> => {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

it("brings over a folder in which everybody at the socket was the superuser", async () => {
  const dataDir = await dataFolder();
  const home = await embeddedHome(dataDir);
  const initdb = ["-D", home.data, "-U", "caseload", "--auth=trust", "--encoding=UTF8", "--locale=C"];
  await promisify(execFile)(join(home.binaries, "bin/initdb"), initdb, { ...home.account, cwd: home.folder });
  const former = launch(home, {});
  const open = { host: home.socket, user: "caseload", database: "postgres" };
  await expect.poll(() => saysReady(home.data, former), { interval: 20 }).toBe(true);
  await migrateDatabase(open);
  await ask(open, "insert into users (id, email, name) values (gen_random_uuid(), 'owner@example.com', 'Owner')");
  former.kill("SIGINT");
  await once(former, "exit");

  const store = await openStore({ dataDir });
  try {
    const { rows } = await store.pool.query("select email from users");
    expect(rows).toEqual([{ email: "owner@example.com" }]);
    const roles = await store.pool.query("select rolname, rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user");
    expect(roles.rows).toEqual([{ rolname: "service", rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
    await expect(store.pool.query("copy users from program 'true'")).rejects.toThrow("permission denied");
    await store.pool.query("alter table users add column later text");
    await expect(ask(open, "select 1")).rejects.toThrow("no pg_hba.conf entry");
    await expect(ask({ ...open, user: "service" }, "select 1")).rejects.toThrow(/password/);
  } finally {
    await store.close();
  }
  expect((await stat(join(dataDir, "store.key"))).mode & 0o777).toBe(0o600);
  // Whoever lost the password gets another one.
  await rm(join(dataDir, "store.key"));
  const again = await openStore({ dataDir });
  expect((await again.pool.query("select email from users")).rows).toHaveLength(1);
  await again.close();
});

it("takes no folder in the system's temporary folder for its own that somebody else may have made", async () => {
  const dataDir = join(await dataFolder(), "a".repeat(100));
  await mkdir(dataDir, { mode: 0o711 });
  const note = join(dataDir, "socket-is-in.txt");
  const noted = async () => (await readFile(note, "utf8")).trim();
  const laid = await mkdtemp(join(tmpdir(), "caseload-laid-"));
  folders.push(laid);
  let reached = 0;
  const stranger = createServer((socket) => {
    reached += 1;
    socket.destroy();
  }).listen(join(laid, ".s.PGSQL.5432"));
  await once(stranger, "listening");
  try {
    // Open to others, somebody else's, and a link to one of ours.
    await chmod(laid, 0o755);
    await refused(dataDir, laid);
    await chmod(laid, 0o700);
    if (process.getuid?.() === 0) {
      await chown(laid, 12_345, 12_345);
      await refused(dataDir, laid);
      expect((await lstat(laid)).uid).toBe(12_345);
    }
    const own = (await embeddedHome(dataDir)).socket;
    folders.push(own);
    const link = `${laid}-link`;
    folders.push(link);
    await symlink(own, link);
    await refused(dataDir, link);
  } finally {
    stranger.close();
  }
  expect(reached).toBe(0);
  const ours = await embeddedHome(dataDir);
  expect(ours.socket).toBe(await noted());
  expect(dirname(ours.socket)).toBe(tmpdir());
  expect((await lstat(ours.socket)).mode & 0o777).toBe(0o700);
  expect((await embeddedHome(dataDir)).socket).toBe(ours.socket);

  async function refused(folder: string, other: string): Promise<void> {
    await writeFile(note, other);
    const home: Home = await embeddedHome(folder);
    folders.push(home.socket);
    expect(home.socket).not.toBe(other);
  }
});

it.runIf(process.getuid?.() === 0)("starts under an account that has no name", async () => {
  const dataDir = await dataFolder();
  await chown(dataDir, 23_456, 23_456);
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(new URL("embedded.ts", import.meta.url).href)});
    const server = await startEmbedded(${JSON.stringify(dataDir)});
    process.stdout.write("started");
    await server.stop();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    uid: 23_456,
    gid: 23_456,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await once(child, "exit");
  expect(said).toBe("started");
});

it("says so when another service is running on the folder", async () => {
  const dataDir = await dataFolder();
  const store = await openStore({ dataDir });
  await expect(startEmbedded(dataDir)).rejects.toThrow("Another service is running on");
  await store.close();
});
