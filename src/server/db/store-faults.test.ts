import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { updateFileContent } from "#contract/library/files.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { faultRounds, withOwnPostgres } from "#server/testing/store-faults.ts";

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
