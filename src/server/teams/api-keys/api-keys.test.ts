import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as contract from "#contract/teams/api-keys.ts";
import { listAuditEntries } from "#contract/audit/audit.ts";
import { getProfile, getTeam, listMyTeams } from "#contract/teams/profile.ts";
import { getSession } from "#contract/teams/session.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const params = () => ({ teamId: service.teamId });

describe("own keys", () => {
  test("are answered once and stored as a hash", async () => {
    const { api_key, key } = await service.ok(contract.createApiKey, { body: { name: "robot" } }, { as: "member" });
    expect(key).toMatch(/^ck_[A-Za-z0-9_-]{43}$/);
    expect(api_key).toEqual({
      id: expect.any(String),
      name: "robot",
      hint: key.slice(-4),
      team_id: null,
      team_name: null,
      user_id: service.ids.member,
      user_name: "member",
      created_at: expect.any(String),
      created_by_key_id: expect.any(String),
      created_by_key_name: "test",
      descendants: 0,
      last_used_at: null,
      reads_only: false,
      client: null,
      expires_at: null,
      successor_id: null,
      quota: { limit: service.app.services.config.quota.requests, left: service.app.services.config.quota.requests, full_at: null },
    });
    expect((await service.pool.query("select * from api_keys")).rows.map((row) => JSON.stringify(row)).join()).not.toContain(key);
    await service.ok(getProfile, {}, { as: { key } });
    const { api_keys } = await service.ok(contract.listApiKeys, {}, { as: { key } });
    expect(api_keys[0]).toMatchObject({
      id: api_key.id,
      last_used_at: expect.any(String),
      // The profile and this list.
      quota: { left: service.app.services.config.quota.requests - 2, full_at: expect.any(String) },
    });
    expect(api_keys.every((k) => k.user_id === service.ids.member)).toBe(true);
  });

  test("may be bound to a team by every member of it, to no other team", async () => {
    const { api_key } = await service.ok(contract.createApiKey, { body: { name: "bound", team_id: service.teamId } }, { as: "clarity" });
    expect(api_key).toMatchObject({ team_id: service.teamId, team_name: "Team" });
    await service.fails(contract.createApiKey, { body: { name: "foreign", team_id: service.strangerTeamId } }, "not_found");
    await service.fails(contract.createApiKey, { body: { name: "foreign", team_id: service.neighbourTeamId } }, "not_found", {
      as: "member",
    });
  });

  test("are created once for one Idempotency-Key, and the second answer has no secret", async () => {
    const options = { headers: { "idempotency-key": "key-1" } };
    const { api_key } = await service.ok(contract.createApiKey, { body: { name: "once" } }, options);
    expect(await service.fails(contract.createApiKey, { body: { name: "once" } }, "already_created", options)).toMatchObject({
      id: api_key.id,
    });
  });

  test("stop at once when they are revoked", async () => {
    const { api_key, key } = await service.ok(contract.createApiKey, { body: { name: "short" } });
    await service.ok(getProfile, {}, { as: { key } });
    const caller = { kind: "key", userId: service.ids.owner, teamId: null, credentialId: api_key.id } as const;
    expect(await service.app.services.identity.roleNow(caller, service.teamId)).toBeDefined();
    expect(await service.ok(contract.revokeApiKey, { params: { id: api_key.id } })).toEqual({ success: true, revoked: 1 });
    await service.fails(getProfile, {}, "unauthorized", { as: { key } });
    expect(await service.app.services.identity.roleNow(caller, service.teamId)).toBeUndefined();
    await service.fails(contract.revokeApiKey, { params: { id: api_key.id } }, "not_found");
  });

  test("end with the key they were created with, however far back, and stay without being asked for", async () => {
    const make = async (name: string, as: Parameters<TestService["ok"]>[2]) => service.ok(contract.createApiKey, { body: { name } }, as);
    const first = await make("first", { as: "colleague" });
    const second = await make("second", { as: { key: first.key } });
    const third = await make("third", { as: { key: second.key } });
    const fourth = await make("fourth", { as: { key: third.key } });
    const apart = await make("apart", { as: "colleague" });
    expect(third.api_key).toMatchObject({ created_by_key_id: second.api_key.id, created_by_key_name: "second", descendants: 0 });
    // Whoever found a key may cover the trace: one between goes, and what it made still descends from the first.
    expect(await service.ok(contract.revokeApiKey, { params: { id: second.api_key.id } }, { as: { key: third.key } })).toMatchObject({
      revoked: 1,
    });
    const { api_keys } = await service.ok(contract.listApiKeys, {}, { as: "colleague" });
    const listed = (id: string) => api_keys.find((each) => each.id === id);
    expect(listed(first.api_key.id)).toMatchObject({ descendants: 2 });
    expect(listed(third.api_key.id)).toMatchObject({ created_by_key_id: second.api_key.id, created_by_key_name: null, descendants: 1 });
    const revoked = await service.ok(
      contract.revokeApiKey,
      { params: { id: first.api_key.id }, query: { descendants: "true" } },
      { as: "colleague" },
    );
    expect(revoked).toEqual({ success: true, revoked: 3 });
    for (const { key } of [first, second, third, fourth]) await service.fails(getProfile, {}, "unauthorized", { as: { key } });
    await service.ok(getProfile, {}, { as: { key: apart.key } });
  });

  test("leave none behind that one creates while it is revoked", async () => {
    const { api_key, key } = await service.ok(contract.createApiKey, { body: { name: "raced" } }, { as: "colleague" });
    const held = await service.pool.connect();
    await held.query("begin");
    await held.query("select 1 from users where id = $1 for update", [service.ids.colleague]);
    const creating = service.fails(contract.createApiKey, { body: { name: "late" } }, "unauthorized", { as: { key } });
    // Who waits for a row waits for a transaction, which `pg_locks` gives no database.
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await service.pool.query(waiting)).rowCount).toBeGreaterThan(0);
    await held.query("delete from api_keys where id = $1", [api_key.id]);
    await held.query("commit");
    held.release();
    await creating;
  });

  test("stop being good for a team with the membership", async () => {
    const { key } = await service.ok(contract.createApiKey, { body: { name: "bound", team_id: service.teamId } }, { as: "colleague" });
    const removed = await service.pool.query("delete from team_members where user_id = $1 returning *", [service.ids.colleague]);
    await service.fails(getTeam, { params: params() }, "not_found", { as: { key } });
    expect((await service.ok(listMyTeams, {}, { as: { key } })).teams).toEqual([]);
    const row = removed.rows[0] as { role: string };
    await service.pool.query("insert into team_members (team_id, user_id, role) values ($1, $2, $3)", [
      service.teamId,
      service.ids.colleague,
      row.role,
    ]);
  });
});

describe("a key of one team", () => {
  let key: { key: string };
  let elsewhere: string;
  beforeAll(async () => {
    key = {
      key: (await service.ok(contract.createApiKey, { body: { name: "team key", team_id: service.teamId } }, { as: "director" })).key,
    };
    elsewhere = (await service.ok(contract.createApiKey, { body: { name: "all teams" } }, { as: "director" })).api_key.id;
  });

  test("reaches its team only", async () => {
    await service.ok(getTeam, { params: params() }, { as: key });
    await service.fails(getTeam, { params: { teamId: service.neighbourTeamId } }, "not_found", { as: key });
  });

  test("has no say in the organization, and the session says so", async () => {
    const rolesOf = async (as: { key: string } | "director") =>
      (await service.ok(getSession, {}, { as })).session.organizations.map(({ role }) => role);
    const [orgId] = (await service.ok(getSession, {}, { as: key })).session.organizations.map(({ id }) => id);
    const { message } = await service.fails(listAuditEntries, { params: { orgId: orgId ?? "" }, query: {} }, "forbidden", { as: key });
    expect(message).toBe("A key of one team acts for that team only. Use a key of all teams.");
    expect(await rolesOf("director")).not.toEqual(["organization:member"]);
    expect(await rolesOf(key)).toEqual(["organization:member"]);
  });

  test("creates, lists and revokes keys of that team only", async () => {
    await service.fails(contract.createApiKey, { body: { name: "more" } }, "forbidden", { as: key });
    await service.fails(contract.createApiKey, { body: { name: "more", team_id: service.neighbourTeamId } }, "not_found", { as: key });
    const { api_key } = await service.ok(contract.createApiKey, { body: { name: "more", team_id: service.teamId } }, { as: key });
    const { api_keys } = await service.ok(contract.listApiKeys, {}, { as: key });
    expect(api_keys.map((k) => k.name)).toEqual(["more", "team key"]);
    await service.fails(contract.revokeApiKey, { params: { id: elsewhere } }, "not_found", { as: key });
    await service.ok(contract.revokeApiKey, { params: { id: api_key.id } }, { as: key });
  });
});

describe("keys of a team", () => {
  test("are created and listed by Managers", async () => {
    const { api_key, key } = await service.ok(contract.createTeamApiKey, { params: params(), body: { name: "shared" } }, { as: "manager" });
    expect(api_key).toMatchObject({ team_id: service.teamId, user_id: service.ids.manager });
    await service.ok(getTeam, { params: params() }, { as: { key } });
    const { api_keys } = await service.ok(contract.listTeamApiKeys, { params: params() }, { as: "administrator" });
    expect(api_keys[0]?.id).toBe(api_key.id);
    expect(api_keys.every((k) => k.team_id === service.teamId)).toBe(true);
  });

  test("are not for lower roles or other teams", async () => {
    await service.fails(contract.createTeamApiKey, { params: params(), body: { name: "no" } }, "forbidden", { as: "builder" });
    await service.fails(contract.listTeamApiKeys, { params: params() }, "forbidden", { as: "builder" });
    await service.fails(contract.createTeamApiKey, { params: params(), body: { name: "no" } }, "not_found", { as: "neighbour" });
    await service.fails(contract.listTeamApiKeys, { params: params() }, "not_found", { as: "stranger" });
  });

  test("are revoked by their owner or a Manager, and do not exist for others", async () => {
    const make = async () =>
      (await service.ok(contract.createApiKey, { body: { name: "mine", team_id: service.teamId } }, { as: "member" })).api_key.id;
    const id = await make();
    for (const as of ["colleague", "builder", "neighbour", "stranger"] as const)
      await service.fails(contract.revokeApiKey, { params: { id } }, "not_found", { as });
    await service.ok(contract.revokeApiKey, { params: { id } }, { as: "manager" });
    await service.ok(contract.revokeApiKey, { params: { id: await make() } }, { as: "director" });
    await service.ok(contract.revokeApiKey, { params: { id: await make() } }, { as: "member" });
    const forAll = (await service.ok(contract.createApiKey, { body: { name: "for all teams" } }, { as: "member" })).api_key.id;
    await service.fails(contract.revokeApiKey, { params: { id: forAll } }, "not_found", { as: "owner" });
  });
});
