import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { streamEvents } from "#contract/runs/live.ts";
import { createApiKey, createTeamApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "#contract/teams/api-keys.ts";
import { getProfile } from "#contract/teams/profile.ts";
import { type CallOptions, startService, type TestService } from "#server/testing/service.ts";
import { removeExpiredKeys } from "./expired-keys.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const make = (body: { name: string; reads_only?: boolean; expires_in_days?: number }, as: CallOptions["as"] = "member") =>
  service.ok(createApiKey, { body }, { as });
const rotate = (id: string, overlap_hours: number, as: CallOptions["as"] = "member") =>
  service.ok(rotateApiKey, { params: { id }, body: { overlap_hours } }, { as });
const listed = async (id: string) => (await service.ok(listApiKeys, {}, { as: "member" })).api_keys.find((key) => key.id === id);
/** Time goes by for one key. */
const expire = (id: string, ago: string) =>
  service.pool.query(`update api_keys set expires_at = now() - interval '${ago}' where id = $1`, [id]);
const daysUntil = (at: string | null | undefined) => Math.round((Date.parse(at ?? "") - Date.now()) / 86_400_000);

describe("a key that expires", () => {
  test("is refused with when it did, ends its streams, and goes after 30 days", async () => {
    const { api_key, key } = await make({ name: "for a while", expires_in_days: 30 });
    expect(daysUntil(api_key.expires_at)).toBe(30);
    const caller = { kind: "key", userId: service.ids.member, teamId: null, credentialId: api_key.id } as const;
    expect(await service.app.services.identity.roleNow(caller, service.teamId)).toBeDefined();
    await expire(api_key.id, "1 second");
    const { message } = await service.fails(getProfile, {}, "unauthorized", { as: { key } });
    expect(message).toMatch(/^This API key expired at 20/);
    // What an open stream asks at every beat.
    expect(await service.app.services.identity.roleNow(caller, service.teamId)).toBeUndefined();
    await removeExpiredKeys(service.app.services.store.db, () => false);
    expect(await listed(api_key.id)).toBeDefined();
    await expire(api_key.id, "31 days");
    await removeExpiredKeys(service.app.services.store.db, () => false);
    expect(await listed(api_key.id)).toBeUndefined();
    expect((await service.fails(getProfile, {}, "unauthorized", { as: { key } })).message).toMatch(/^There is no such API key/);
  });

  test("makes none that outlives it", async () => {
    const { api_key, key } = await make({ name: "short", expires_in_days: 1 });
    const unbounded = await make({ name: "unbounded" }, { key });
    const longer = await make({ name: "longer", expires_in_days: 90 }, { key });
    for (const made of [unbounded, longer]) expect(made.api_key.expires_at).toBe(api_key.expires_at);
  });

  test("may be one of a team", async () => {
    const { api_key } = await service.ok(
      createTeamApiKey,
      { params: { teamId: service.teamId }, body: { name: "dashboard", reads_only: true, expires_in_days: 7 } },
      { as: "manager" },
    );
    expect(api_key).toMatchObject({ reads_only: true, team_id: service.teamId });
    expect(daysUntil(api_key.expires_at)).toBe(7);
  });
});

describe("rotation", () => {
  test("makes a key with the same reach, and lets the one before go on for the overlap", async () => {
    const former = await make({ name: "reader", reads_only: true, expires_in_days: 90 });
    const next = await rotate(former.api_key.id, 24);
    expect(next.api_key).toMatchObject({ name: "reader", reads_only: true, team_id: null, successor_id: null });
    expect(daysUntil(next.api_key.expires_at)).toBe(90);
    expect(next.key).not.toBe(former.key);
    for (const { key } of [former, next]) await service.ok(getProfile, {}, { as: { key } });
    const before = await listed(former.api_key.id);
    expect(before).toMatchObject({ successor_id: next.api_key.id });
    expect(daysUntil(before?.expires_at)).toBe(1);
    await service.fails(rotateApiKey, { params: { id: former.api_key.id }, body: {} }, "not_rotatable", { as: "member" });
    // Without its successor it can be replaced again, and lasts no longer for it.
    await service.ok(revokeApiKey, { params: { id: next.api_key.id } }, { as: "member" });
    await rotate(former.api_key.id, 168);
    expect((await listed(former.api_key.id))?.expires_at).toBe(before?.expires_at);
  });

  test("is refused where there is no room for another key", async () => {
    const { api_key } = await make({ name: "one of many" }, "colleague");
    await service.pool.query(
      `insert into api_keys (id, user_id, name, hint, hash)
       select gen_random_uuid(), $1, 'Full', '', 'full ' || n from generate_series(1, 200) n`,
      [service.ids.colleague],
    );
    await service.fails(rotateApiKey, { params: { id: api_key.id }, body: {} }, "too_many", { as: "colleague" });
    await service.pool.query("delete from api_keys where name = 'Full'");
  });

  test("at once ends the key before and its open streams", async () => {
    const former = await make({ name: "leaked" });
    const stream = await fetch(`${service.url}${streamEvents.path.replace("{teamId}", service.teamId)}`, {
      headers: { authorization: `Bearer ${former.key}` },
    });
    const ended = stream.text();
    const next = await rotate(former.api_key.id, 0);
    expect(await ended).toContain('"topic":"access"');
    await service.fails(getProfile, {}, "unauthorized", { as: { key: former.key } });
    await service.ok(getProfile, {}, { as: { key: next.key } });
  });

  test("can be done by the key itself, and lasts as long again", async () => {
    const former = await make({ name: "nightly", expires_in_days: 30 });
    await service.pool.query(
      "update api_keys set created_at = created_at - interval '20 days', expires_at = expires_at - interval '20 days' where id = $1",
      [former.api_key.id],
    );
    const next = await rotate(former.api_key.id, 1, { key: former.key });
    expect(daysUntil(next.api_key.expires_at)).toBe(30);
    expect(next.api_key.created_by_key_id).toBe(former.api_key.id);
  });

  test("is for the owner alone, and not for what nobody holds", async () => {
    const { api_key } = await service.ok(createApiKey, { body: { name: "theirs", team_id: service.teamId } }, { as: "member" });
    const input = { params: { id: api_key.id }, body: {} };
    for (const as of ["manager", "colleague"] as const) await service.fails(rotateApiKey, input, "not_found", { as });
    const everywhere = (await make({ name: "all teams" })).api_key.id;
    const bound = await service.ok(createApiKey, { body: { name: "one team", team_id: service.teamId } }, { as: "member" });
    await service.fails(rotateApiKey, { params: { id: everywhere }, body: {} }, "not_found", { as: { key: bound.key } });
    for (const client of [null, "An AI client"]) {
      await service.pool.query("update api_keys set hint = '', client = $2 where id = $1", [api_key.id, client]);
      await service.fails(rotateApiKey, input, "not_rotatable", { as: "member" });
    }
  });

  test("happens once for two requests at the same time", async () => {
    const { api_key } = await make({ name: "raced" });
    const input = { params: { id: api_key.id }, body: {} };
    const both = await Promise.allSettled([rotate(api_key.id, 1), rotate(api_key.id, 1)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await service.fails(rotateApiKey, input, "not_rotatable", { as: "member" });
    const { api_keys } = await service.ok(listApiKeys, {}, { as: "member" });
    expect(api_keys.filter(({ name }) => name === "raced")).toHaveLength(2);
  });
});
