import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { updateFileContent } from "#contract/library/files.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { faultRounds, withEmbedded, withOwnPostgres } from "#server/testing/store-faults.ts";

describe("with the embedded server", () => {
  let embedded: Awaited<ReturnType<typeof withEmbedded>>;
  beforeAll(async () => void (embedded = await withEmbedded()));
  afterAll(() => embedded.close());

  it("starts it again when it is killed, and loses nothing", async () => {
    expect((await faultRounds(1, embedded, "kill")).acknowledged).toBeGreaterThan(0);
  });

  it("starts at the first try after both were killed together, and closes what was open to other accounts", async () => {
    const teamId = (await embedded.service.call(listMyTeams, {})).teams[0]?.id ?? "";
    const write = (path: string) =>
      embedded.service.call(updateFileContent, { params: { teamId, path }, body: { content: "for the team" } });
    await write("before.txt");
    const objects = join(embedded.dataDir, "objects");
    await promisify(execFile)("chmod", ["-R", "a+rX", objects]);
    embedded.signal("SIGKILL");
    await embedded.service.end("SIGKILL");
    await embedded.service.start();
    await write("after.txt");
    const made = await readdir(objects, { recursive: true });
    expect(made.length).toBeGreaterThan(2);
    for (const path of [".", ...made]) expect((await stat(join(objects, path))).mode & 0o077, path).toBe(0);
    for (const name of ["secrets.key", "store.key"]) expect((await stat(join(embedded.dataDir, name))).mode & 0o777, name).toBe(0o600);
    // Only the account of the embedded server may pass the folder, where it has one of its own.
    expect((await stat(embedded.dataDir)).mode & 0o066).toBe(0);
  });
});

describe("with somebody's own PostgreSQL", () => {
  let own: Awaited<ReturnType<typeof withOwnPostgres>>;
  beforeAll(async () => void (own = await withOwnPostgres()));
  afterAll(() => own.close());

  it("whoever asks while it is frozen is answered, and everything goes on once it is back", async () => {
    const { refused, acknowledged } = await faultRounds(2, own, "freeze");
    expect(refused).toBeGreaterThan(0);
    expect(acknowledged).toBeGreaterThan(0);
  });

  it.each([
    ["53100", /no room left/],
    ["53200", /cannot be reached/],
    ["XX001", /cannot be reached/],
  ])("a write that ends with %s says to come back later", async (code, words) => {
    await own.pool.query(`
      create function fail_writes() returns trigger language plpgsql as $$ begin raise 'injected' using errcode = '${code}'; end $$;
      create trigger fail_writes before insert on files execute function fail_writes()`);
    try {
      const teamId = (await own.service.call(listMyTeams, {})).teams[0]?.id ?? "";
      const answer = await own.service.send(updateFileContent, { params: { teamId, path: "full.txt" }, body: { content: "" } });
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).toBeTruthy();
      expect(await answer.json()).toEqual({ error: "unavailable", message: expect.stringMatching(words) as string });
    } finally {
      await own.pool.query("drop function fail_writes cascade");
    }
  });
});
