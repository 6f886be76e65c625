import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { listApiKeys, revokeApiKey } from "#contract/teams/api-keys.ts";
import * as contract from "#contract/teams/device-logins.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { getSession, signOutEverywhere } from "#contract/teams/session.ts";
import { newcomer } from "#server/gates/newcomer.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
let now = Date.now();
beforeAll(async () => {
  service = await startService({ clock: () => new Date(now) });
});
afterAll(() => service.close());

const nobody = { as: null } as const;
const program = { program: "Command line", machine: "laptop\u202e  of\nsomebody" };
const seconds = (count: number) => void (now += count * 1000);

/** Somebody who is signed in, and a program that asks. */
async function asked(body: { program: string; machine?: string; reads_only?: boolean } = program) {
  const person = await newcomer(service);
  const as = { as: null, headers: { cookie: (person.credentials as { cookie: string }).cookie } } as const;
  const started = await service.ok(contract.startDeviceLogin, { body }, nobody);
  return { person, as, ...started };
}

const finish = (device_code: string) => service.call(contract.finishDeviceLogin, { body: { device_code } }, nobody);
const refused = async (device_code: string) => (await finish(device_code)).error?.error;

describe("a program that asks for a key", () => {
  test("gets one of the person who says yes, for a team, and once", async () => {
    const { person, as, user_code, device_code, verification_uri, verification_uri_complete, interval } = await asked();
    expect([verification_uri, verification_uri_complete]).toEqual([`${service.url}/device`, `${service.url}/device#${user_code}`]);
    expect(user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
    expect(await refused(device_code)).toBe("authorization_pending");
    const typed = user_code.toLowerCase().replace("-", " ");
    const { device_login } = await service.ok(contract.lookAtDeviceLogin, { body: { user_code: typed } }, as);
    expect(device_login).toMatchObject({ user_code, program: "Command line", machine: "laptop of somebody", address: "127.0.0.1" });
    const team_id = service.teamId;
    await service.ok(contract.decideDeviceLogin, { body: { user_code, allow: true, team_id, reads_only: true } }, as);
    seconds(interval);
    const answer = await finish(device_code);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { key = "", ...given } = answer.ok ?? {};
    expect(given).toEqual({ team_id, reads_only: true });
    expect(await refused(device_code)).toBe("expired_token");

    const { api_keys } = await service.ok(listApiKeys, {}, as);
    expect(api_keys).toMatchObject([{ name: "Command line on laptop of somebody", team_id, reads_only: true, client: null }]);
    expect((await service.ok(getSession, {}, { as: { key } })).session.user.id).toBe(person.id);
    await service.fails(createAgent, { params: { teamId: team_id }, body: { name: "No" } }, "forbidden", { as: { key } });
    const kept = await service.pool.query("select data from events where type = 'api_key.created' and subject_id = $1", [api_keys[0]?.id]);
    expect(kept.rows).toHaveLength(1);
    await service.ok(revokeApiKey, { params: { id: api_keys[0]?.id ?? "" } }, as);
    await service.fails(listMyTeams, {}, "unauthorized", { as: { key } });
  });

  test("gets none for a team that the person is not in", async () => {
    const { as, user_code, device_code } = await asked();
    const body = { user_code, allow: true, team_id: "00000000-0000-4000-8000-000000000000" };
    await service.fails(contract.decideDeviceLogin, { body }, "not_found", as);
    expect(await refused(device_code)).toBe("authorization_pending");
  });

  test("gets none from whoever declines, is no member, or has signed out since", async () => {
    const declined = await asked();
    await service.ok(contract.decideDeviceLogin, { body: { user_code: declined.user_code, allow: false } }, declined.as);
    expect(await refused(declined.device_code)).toBe("access_denied");
    expect(await refused(declined.device_code)).toBe("access_denied");

    const foreign = await asked();
    const elsewhere = { user_code: foreign.user_code, allow: true, team_id: "00000000-0000-4000-8000-000000000000" };
    await service.fails(contract.decideDeviceLogin, { body: elsewhere }, "not_found", foreign.as);

    const left = await asked({ program: "Command line" });
    await service.ok(contract.decideDeviceLogin, { body: { user_code: left.user_code, allow: true } }, left.as);
    await service.ok(signOutEverywhere, { query: {} }, left.as);
    expect(await refused(left.device_code)).toBe("access_denied");
  });

  test("is told to slow down, and that nobody came in ten minutes", async () => {
    const { as, device_code, user_code, interval, expires_in } = await asked();
    expect(await refused(device_code)).toBe("authorization_pending");
    expect(await refused(device_code)).toBe("slow_down");
    seconds(interval + 1);
    expect(await refused(device_code)).toBe("slow_down");
    seconds(60);
    expect(await refused(device_code)).toBe("authorization_pending");
    seconds(expires_in);
    expect(await refused(device_code)).toBe("expired_token");
    await service.fails(contract.lookAtDeviceLogin, { body: { user_code } }, "wrong_device_code", as);
    await service.fails(contract.decideDeviceLogin, { body: { user_code, allow: true } }, "wrong_device_code", as);
  });

  test("gets no key beyond as many as a person may have", async () => {
    const { person, as, user_code, device_code } = await asked();
    await service.ok(contract.decideDeviceLogin, { body: { user_code, allow: true } }, as);
    await service.pool.query(
      "insert into api_keys (id, user_id, name, hint, hash) select gen_random_uuid(), $1, 'full', '', gen_random_uuid()::text from generate_series(1, 1000)",
      [person.id],
    );
    expect(await refused(device_code)).toBe("too_many");
  });

  test("has a code that nobody guesses, and cannot ask without end", async () => {
    const { as, user_code } = await asked();
    for (let guess = 0; guess < 10; guess++)
      await service.fails(contract.lookAtDeviceLogin, { body: { user_code: "BCDF-GHJK" } }, "wrong_device_code", as);
    await service.fails(contract.lookAtDeviceLogin, { body: { user_code } }, "too_many_attempts", as);
    await service.fails(contract.decideDeviceLogin, { body: { user_code, allow: true } }, "too_many_attempts", as);
    const answers = await Promise.all(Array.from({ length: 40 }, () => service.call(contract.startDeviceLogin, { body: program }, nobody)));
    expect(answers.some(({ error }) => error?.error === "too_many_attempts")).toBe(true);
  });

  test("is let in by one of two who decide at once", async () => {
    seconds(3_600);
    const { as, user_code } = await asked();
    const body = { user_code, allow: true };
    const answers = await Promise.all([0, 1, 2, 3].map(() => service.call(contract.decideDeviceLogin, { body }, as)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });
});
