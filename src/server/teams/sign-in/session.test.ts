import * as OTPAuth from "otpauth";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { CallInput, EndpointSpec } from "#contract/endpoint.ts";
import { listAgents } from "#contract/agents/agents.ts";
import { createApiKey } from "#contract/teams/api-keys.ts";
import { requestPasswordReset } from "#contract/teams/password-resets.ts";
import { getProfile } from "#contract/teams/profile.ts";
import * as contract from "#contract/teams/session.ts";
import { type Answer, startService, type TestOptions, type TestService } from "#server/testing/service.ts";
import { watched } from "#server/testing/watched-store.ts";
import { ensureAdmin } from "#server/teams/teams/admin.ts";
import { type Refusal, refuse } from "#server/platform/http/refusal.ts";
import { createAttempts } from "./attempts.ts";
import { costlyPasswords } from "./passwords.ts";
import { setupCode } from "./setup-code.ts";

const email = "owner@acme.test";
const password = "correct horse battery";
const set = { organization_name: "Acme", team_name: "Main", owner_name: "Olga Owner", email, password, sample_workspace: false };

let open: TestService[] = [];
afterEach(async () => {
  for (const service of open) await service.close();
  open = [];
});

async function fresh(options: TestOptions = {}): Promise<TestService> {
  const service = await startService({ empty: true, ...options });
  open.push(service);
  return service;
}

/** A browser: keeps cookies and sends them. */
function browser(service: TestService) {
  const jar = new Map<string, string>();
  const received: string[] = [];
  const options = () => ({ as: null, headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") } });
  async function send<E extends EndpointSpec>(endpoint: E, input: CallInput<E>): Promise<Answer<E>> {
    const answer = await service.call(endpoint, input, options());
    for (const cookie of answer.headers.getSetCookie()) {
      received.push(cookie);
      const [pair = ""] = cookie.split(";");
      const [name = "", value = ""] = pair.split("=");
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }
  return {
    jar,
    received,
    send,
    async ok<E extends EndpointSpec>(endpoint: E, input: CallInput<E>) {
      const answer = await send(endpoint, input);
      if (!answer.ok) throw new Error(`${endpoint.name} answered ${answer.status}: ${JSON.stringify(answer.error)}`);
      return answer.ok;
    },
    async fails<E extends EndpointSpec>(endpoint: E, input: CallInput<E>, code: string) {
      const answer = await send(endpoint, input);
      expect(answer.error?.error ?? `success ${answer.status}`).toBe(code);
      return answer;
    },
  };
}
type Browser = ReturnType<typeof browser>;

/** A fresh installation with its owner signed in. */
async function owned(options: TestOptions = {}): Promise<{ service: TestService; owner: Browser }> {
  const service = await fresh(options);
  const owner = browser(service);
  await owner.ok(contract.completeSetup, { body: set });
  return { service, owner };
}

async function signedIn(service: TestService): Promise<Browser> {
  const other = browser(service);
  expect(await other.ok(contract.signIn, { body: { email, password } })).toEqual({ next: "done" });
  return other;
}

/** The code that the app shows, or the one it shows `periods` later. */
function codeOf(uri: string, periods = 0): string {
  return (OTPAuth.URI.parse(uri) as OTPAuth.TOTP).generate({ timestamp: Date.now() + periods * 30_000 });
}

/** A code that is neither the current one nor a neighbour of it. */
function wrongCode(uri: string): string {
  const near = new Set([-2, -1, 0, 1, 2].map((periods) => codeOf(uri, periods)));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.has(code)) ?? "666666";
}

async function withSecondFactor(): Promise<{ service: TestService; owner: Browser; uri: string; recoveryCodes: string[] }> {
  const { service, owner } = await owned();
  const begun = await owner.ok(contract.startSecondFactor, { body: { password } });
  await owner.ok(contract.confirmSecondFactor, { body: { code: codeOf(begun.uri) } });
  return { service, owner, uri: begun.uri, recoveryCodes: begun.recovery_codes };
}

async function challenged(service: TestService): Promise<Browser> {
  const other = browser(service);
  expect(await other.ok(contract.signIn, { body: { email, password } })).toEqual({ next: "second_factor" });
  return other;
}

describe("set-up", () => {
  test("creates organization, team and owner, and signs the owner in", async () => {
    const service = await fresh();
    const owner = browser(service);
    expect(await owner.ok(contract.getSetup, {})).toEqual({
      needed: true,
      code_needed: false,
      mail: false,
      provider: null,
      passwords: true,
    });
    const { team_id } = await owner.ok(contract.completeSetup, { body: { ...set, email: "Owner@Acme.test" } });
    const { session } = await owner.ok(contract.getSession, {});
    expect(session.kind).toBe("session");
    expect(session.user).toMatchObject({ name: "Olga Owner", email, second_factor: false });
    expect(session.teams).toEqual([{ id: team_id, name: "Main", organization_id: session.organizations[0]?.id, role: "team:owner" }]);
    expect(session.organizations).toMatchObject([{ name: "Acme", role: "organization:executive" }]);
    expect(await owner.ok(contract.getSetup, {})).toEqual({
      needed: false,
      code_needed: false,
      mail: false,
      provider: null,
      passwords: true,
    });
    await owner.ok(listAgents, { params: { teamId: team_id } });
  });

  test("has exactly one winner", async () => {
    const service = await fresh();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        browser(service).send(contract.completeSetup, { body: { ...set, email: `owner${n}@acme.test` } }),
      ),
    );
    expect(answers.map((a) => a.status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect(answers.filter((a) => a.error).every((a) => a.error?.error === "already_set_up")).toBe(true);
    const left = await service.pool.query(
      "select (select count(*)::int from users) as users, (select count(*)::int from teams) as teams, (select count(*)::int from organizations) as organizations",
    );
    expect(left.rows[0]).toEqual({ users: 1, teams: 1, organizations: 1 });
  });

  test("from another machine needs the code that the start prints", async () => {
    const elsewhere: [TestOptions, Record<string, string>][] = [
      [{}, { "x-forwarded-for": "198.51.100.7" }],
      // A proxy may add no header; the name says that there is one.
      [{ env: { BASE_URL: "https://caseload.acme.test" } }, {}],
    ];
    for (const [options, headers] of elsewhere) {
      const service = await fresh(options);
      const from = { as: null, headers };
      const code = setupCode(service.app.services.signer);
      expect(await service.ok(contract.getSetup, {}, from)).toEqual({
        needed: true,
        code_needed: true,
        mail: false,
        provider: null,
        passwords: true,
      });
      for (const wrong of [{}, { code: "00000-00000" }, { code: `${code}0`.slice(1) }])
        await service.fails(contract.completeSetup, { body: { ...set, ...wrong } }, "wrong_setup_code", from);
      await service.ok(contract.completeSetup, { body: { ...set, code: ` ${code.replace("-", "").toUpperCase()}` } }, from);
      expect(await service.ok(contract.getSetup, {}, from)).toEqual({
        needed: false,
        code_needed: false,
        mail: false,
        provider: null,
        passwords: true,
      });
      await service.fails(contract.completeSetup, { body: { ...set, code } }, "already_set_up", from);
    }
  });

  test("cannot be blocked from outside by wrong codes", async () => {
    const service = await fresh();
    const from = { as: null, headers: { "x-forwarded-for": "198.51.100.7" } };
    for (let n = 0; n < 10; n++) await service.fails(contract.completeSetup, { body: set }, "wrong_setup_code", from);
    await service.fails(contract.completeSetup, { body: set }, "too_many_attempts", from);
    await browser(service).ok(contract.completeSetup, { body: set });
  });

  test("is refused where the settings name the owner, even before that account exists", async () => {
    const service = await fresh({ env: { ADMIN_EMAIL: "admin@acme.test", ADMIN_PASSWORD: "a long password" } });
    expect(await browser(service).ok(contract.getSetup, {})).toEqual({
      needed: false,
      code_needed: false,
      mail: false,
      provider: null,
      passwords: true,
    });
    await browser(service).fails(contract.completeSetup, { body: set }, "already_set_up");
  });
});

test("where no mail is sent, nobody is told that a link for a new password is on its way", async () => {
  const service = await fresh();
  await service.fails(requestPasswordReset, { body: { email: "owner@example.com" } }, "no_mail", { as: null });
});

describe("sign-in", () => {
  test("sets cookies that scripts cannot read and other sites cannot send", async () => {
    const { service } = await owned();
    const other = await signedIn(service);
    expect(other.received).toHaveLength(2);
    expect(other.received[0]).toMatch(/^caseload_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    // By this one the browser is known at its next sign-in.
    expect(other.received[1]).toMatch(/^caseload_device_[0-9a-f]{24}=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(decodeURIComponent(other.received[1] ?? "")).not.toContain(email);
  });

  test("marks the cookie as secure where people come by https", async () => {
    const service = await fresh({ env: { BASE_URL: "https://caseload.acme.test" } });
    const owner = browser(service);
    await owner.ok(contract.completeSetup, { body: { ...set, code: setupCode(service.app.services.signer) } });
    expect(owner.received[0]).toMatch(/^caseload_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(owner.received[1]).toMatch(/^caseload_device_[^;]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    await owner.ok(contract.signOut, {});
    expect(owner.received.slice(2)).toEqual([
      "caseload_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
      "caseload_second_factor=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
  });

  test("answers a wrong password and an unknown address alike, in word and effort", async () => {
    let derived = 0;
    const counted =
      <T extends unknown[], R>(work: (...input: T) => R) =>
      (...input: T) => (derived++, work(...input));
    const { service } = await owned({ passwords: { hash: counted(costlyPasswords.hash), verify: counted(costlyPasswords.verify) } });
    const attempt = async (body: { email: string; password: string }) => {
      const before = derived;
      const { result, statements } = await watched(() => browser(service).fails(contract.signIn, { body }, "wrong_credentials"));
      const asked = statements.filter(({ ofRequest }) => ofRequest).map(({ text }) => text);
      return { error: result.error, cookies: result.headers.getSetCookie(), derivations: derived - before, asked: asked.toSorted() };
    };
    const wrong = await attempt({ email, password: "not the password" });
    expect(wrong).toMatchObject({ cookies: [], derivations: 1 });
    const tables = wrong.asked.map((text) => /(?:from|into) "?(\w+)/.exec(text)?.[1]);
    expect(tables).toEqual(["events", "organizations", "users", "accounts", "users"]);
    expect(await attempt({ email: "nobody@acme.test", password })).toEqual(wrong);
  });

  test("takes an address in any case", async () => {
    const { service } = await owned();
    await browser(service).ok(contract.signIn, { body: { email: "OWNER@Acme.test", password } });
  });

  test("is not fooled by a forged, damaged or foreign cookie", async () => {
    const { service, owner } = await owned();
    const cookie = owner.jar.get("caseload_session") ?? "";
    const [token = ""] = decodeURIComponent(cookie).split(".");
    const last = cookie.includes("A") ? cookie.replace("A", "B") : `${cookie}x`;
    for (const value of [token, `${token}.`, `${token}.AAAA`, last, "%E0%A4%A", ".", "x".repeat(5_000)]) {
      await service.fails(contract.getSession, {}, "unauthorized", { as: null, headers: { cookie: `caseload_session=${value}` } });
    }
    await service.ok(
      contract.getSession,
      {},
      { as: null, headers: { cookie: `a=b; caseload_session=${cookie}; other_caseload_session=1` } },
    );
  });

  test("ends by itself", async () => {
    let now = new Date();
    const { owner } = await owned({ clock: () => now });
    now = new Date(Date.now() + 29 * 86_400_000);
    await owner.ok(contract.getSession, {});
    now = new Date(Date.now() + 31 * 86_400_000);
    await owner.fails(contract.getSession, {}, "unauthorized");
  });
});

describe("sign-out", () => {
  test("ends this session and no other", async () => {
    const { service, owner } = await owned();
    const other = await signedIn(service);
    const kept = other.jar.get("caseload_session") ?? "";
    expect(await other.ok(contract.signOut, {})).toEqual({ success: true });
    expect([...other.jar.keys()].filter((name) => !name.startsWith("caseload_device_"))).toEqual([]);
    await service.fails(contract.getSession, {}, "unauthorized", { as: null, headers: { cookie: `caseload_session=${kept}` } });
    await owner.ok(contract.getSession, {});
    await other.ok(contract.signOut, {});
  });

  test("everywhere ends all of them and leaves keys alone", async () => {
    const { service, owner } = await owned();
    const other = await signedIn(service);
    const { key } = await owner.ok(createApiKey, { body: { name: "robot" } });
    const held = owner.jar.get("caseload_session") ?? "";
    await owner.ok(contract.signOutEverywhere, {});
    expect([...owner.jar.keys()].filter((name) => !name.startsWith("caseload_device_"))).toEqual([]);
    await other.fails(contract.getSession, {}, "unauthorized");
    await service.fails(contract.getSession, {}, "unauthorized", { as: null, headers: { cookie: `caseload_session=${held}` } });
    await service.ok(contract.getSession, {}, { as: { key } });
    await service.fails(contract.signOutEverywhere, {}, "session_required", { as: { key } });
  });

  test("revokes the person's keys when that is asked for, but the operator's", async () => {
    const { service, owner } = await owned();
    const { api_key, key } = await owner.ok(createApiKey, { body: { name: "robot" } });
    expect(api_key).toMatchObject({ created_by_key_id: null });
    const second = await service.ok(createApiKey, { body: { name: "of the robot" } }, { as: { key } });
    await service.pool.query(
      "insert into api_keys (id, user_id, name, hint, hash) values (gen_random_uuid(), $1, 'ADMIN_TOKEN', '', 'x')",
      [api_key.user_id],
    );
    const change = { current_password: password, new_password: "another long password" };
    expect(await owner.ok(contract.changePassword, { body: change })).toEqual({ success: true, revoked_api_keys: 0 });
    await service.ok(contract.getSession, {}, { as: { key } });
    const back = { current_password: change.new_password, new_password: password, revoke_api_keys: true };
    expect(await owner.ok(contract.changePassword, { body: back })).toEqual({ success: true, revoked_api_keys: 2 });
    for (const each of [key, second.key]) await service.fails(contract.getSession, {}, "unauthorized", { as: { key: each } });
    const third = await owner.ok(createApiKey, { body: { name: "third" } });
    const ended = await owner.ok(contract.signOutEverywhere, { query: { revoke_api_keys: "true" } });
    expect(ended).toEqual({ success: true, revoked_api_keys: 1 });
    await service.fails(contract.getSession, {}, "unauthorized", { as: { key: third.key } });
    expect((await service.pool.query("select name from api_keys")).rows).toEqual([{ name: "ADMIN_TOKEN" }]);
  });

  test("stops a live stream of that session", async () => {
    const { service, owner } = await owned();
    const { session } = await owner.ok(contract.getSession, {});
    const found = await service.pool.query<{ id: string }>("select id from sessions");
    const caller = { kind: "session", userId: session.user.id, teamId: null, credentialId: found.rows[0]?.id ?? "" } as const;
    const teamId = session.teams[0]?.id ?? "";
    const { identity } = service.app.services;
    expect(await identity.roleNow(caller, teamId)).toBeDefined();
    expect(await identity.roleNow(caller, session.user.id)).toBeUndefined();
    await owner.ok(contract.signOutEverywhere, {});
    expect(await identity.roleNow(caller, teamId)).toBeUndefined();
  });
});

describe("password", () => {
  const next = "another long password";

  test("is changed; every other session ends, this one goes on", async () => {
    const { service, owner } = await owned();
    const other = await signedIn(service);
    await owner.ok(contract.changePassword, { body: { current_password: password, new_password: next } });
    await owner.ok(contract.getSession, {});
    await other.fails(contract.getSession, {}, "unauthorized");
    await browser(service).fails(contract.signIn, { body: { email, password } }, "wrong_credentials");
    await browser(service).ok(contract.signIn, { body: { email, password: next } });
  });

  test("stays when the current one is wrong", async () => {
    const { service, owner } = await owned();
    await owner.fails(contract.changePassword, { body: { current_password: "not the password", new_password: next } }, "wrong_credentials");
    await owner.ok(contract.getSession, {});
    await signedIn(service);
  });
});

describe("second factor", () => {
  test("is asked for once it is proven", async () => {
    const { service, owner } = await owned();
    await owner.fails(contract.startSecondFactor, { body: { password: "not the password" } }, "wrong_credentials");
    await owner.fails(contract.confirmSecondFactor, { body: { code: "123456" } }, "no_second_factor");
    await owner.fails(contract.removeSecondFactor, { body: { password } }, "no_second_factor");
    const begun = await owner.ok(contract.startSecondFactor, { body: { password } });
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Caseload:owner%40acme\.test\?/);
    expect(new URL(begun.uri).searchParams.get("secret")).toBe(begun.secret);
    expect(new Set(begun.recovery_codes).size).toBe(10);
    await signedIn(service);
    await owner.fails(contract.confirmSecondFactor, { body: { code: wrongCode(begun.uri) } }, "wrong_code");
    await owner.ok(contract.confirmSecondFactor, { body: { code: codeOf(begun.uri) } });
    expect((await owner.ok(contract.getSession, {})).session.user.second_factor).toBe(true);

    const other = await challenged(service);
    expect([...other.jar.keys()]).toEqual(["caseload_second_factor"]);
    expect(other.received.join("\n")).not.toMatch(/caseload_session=[^;]/);
    await other.fails(contract.getSession, {}, "unauthorized");
    await other.fails(contract.verifySecondFactor, { body: { code: wrongCode(begun.uri) } }, "wrong_code");
    expect(await other.ok(contract.verifySecondFactor, { body: { code: codeOf(begun.uri) } })).toEqual({ next: "done" });
    expect([...other.jar.keys()].toSorted()).toEqual([expect.stringMatching(/^caseload_device_/), "caseload_session"]);
    await other.ok(contract.getSession, {});
  });

  test("begins anew until it is confirmed, and only the last secret counts", async () => {
    const { owner } = await owned();
    const [first] = await Promise.all([
      owner.ok(contract.startSecondFactor, { body: { password } }),
      owner.ok(contract.startSecondFactor, { body: { password } }),
    ]);
    const last = await owner.ok(contract.startSecondFactor, { body: { password } });
    await owner.fails(contract.confirmSecondFactor, { body: { code: codeOf(first.uri) } }, "wrong_code");
    await owner.ok(contract.confirmSecondFactor, { body: { code: codeOf(last.uri) } });
    await owner.fails(contract.startSecondFactor, { body: { password } }, "second_factor_active");
  });

  test("takes a code once", async () => {
    const { service, uri } = await withSecondFactor();
    const code = codeOf(uri);
    const browsers = await Promise.all([challenged(service), challenged(service), challenged(service)]);
    const answers = await Promise.all(browsers.map((b) => b.send(contract.verifySecondFactor, { body: { code } })));
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 401, 401]);
    expect(answers.filter((a) => a.error).every((a) => a.error?.error === "wrong_code")).toBe(true);
  });

  test("takes a recovery code once, however it is typed", async () => {
    const { service, recoveryCodes } = await withSecondFactor();
    const [first = "", second = ""] = recoveryCodes;
    const browsers = await Promise.all([challenged(service), challenged(service)]);
    const answers = await Promise.all(browsers.map((b) => b.send(contract.verifySecondFactor, { body: { code: first } })));
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 401]);
    await (await challenged(service)).fails(contract.verifySecondFactor, { body: { code: first } }, "wrong_code");
    await (await challenged(service)).ok(contract.verifySecondFactor, { body: { code: ` ${second.replace("-", "").toUpperCase()}` } });
  });

  test("needs the password first, and one sign-in finishes once", async () => {
    const { service, uri, recoveryCodes } = await withSecondFactor();
    await browser(service).fails(contract.verifySecondFactor, { body: { code: codeOf(uri) } }, "wrong_code");
    const other = await challenged(service);
    const challenge = other.jar.get("caseload_second_factor") ?? "";
    await other.ok(contract.verifySecondFactor, { body: { code: codeOf(uri) } });
    const replay = { as: null, headers: { cookie: `caseload_second_factor=${challenge}` } };
    await service.fails(contract.verifySecondFactor, { body: { code: recoveryCodes[0] ?? "" } }, "wrong_code", replay);
  });

  test("does not survive a change of the password or a sign-out everywhere half way", async () => {
    const { service, owner, recoveryCodes } = await withSecondFactor();
    const waiting = await challenged(service);
    await owner.ok(contract.changePassword, { body: { current_password: password, new_password: "another long password" } });
    await waiting.fails(contract.verifySecondFactor, { body: { code: recoveryCodes[0] ?? "" } }, "wrong_code");
    const again = browser(service);
    await again.ok(contract.signIn, { body: { email, password: "another long password" } });
    await owner.ok(contract.signOutEverywhere, {});
    await again.fails(contract.verifySecondFactor, { body: { code: recoveryCodes[0] ?? "" } }, "wrong_code");
  });

  test("is removed with the password", async () => {
    const { service, owner } = await withSecondFactor();
    await owner.fails(contract.removeSecondFactor, { body: { password: "not the password" } }, "wrong_credentials");
    await owner.ok(contract.removeSecondFactor, { body: { password } });
    expect((await owner.ok(contract.getSession, {})).session.user.second_factor).toBe(false);
    await signedIn(service);
  });
});

describe("guesses", () => {
  const guess = "not the password";
  const wrong = { email, password: guess };

  /** An installation whose clock stands still; what would wait says how long, and goes on at once. */
  async function patient(options: TestOptions = {}) {
    const waits: number[] = [];
    let now = Date.now();
    const { service, owner } = await owned({
      clock: () => new Date(now),
      wait: async (ms) => void waits.push(ms),
      env: { TRUSTED_PROXIES: "1" },
      ...options,
    });
    const from = (address: string, body: typeof wrong = wrong) =>
      service.call(contract.signIn, { body }, { as: null, headers: { "x-forwarded-for": address } }).then((answer) => answer.status);
    return { service, owner, waits, from, pass: (seconds: number) => void (now += seconds * 1_000) };
  }
  const many = <T>(count: number, one: (n: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, n) => one(n)));

  test("at one account from one address are taken one after the other once eight were wrong, and never pass together", async () => {
    const { waits, from, pass } = await patient();
    const statuses = await many(20, () => from("198.51.100.7"));
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 8 }, () => 401), ...Array.from({ length: 12 }, () => 429)]);
    // Slowed down, not locked: the right password is taken in its turn, and clears the count.
    pass(885);
    expect(await from("198.51.100.7", { email, password })).toBe(200);
    expect(waits).toEqual([15_000]);
    expect(await many(4, () => from("198.51.100.7"))).toEqual(Array.from({ length: 4 }, () => 401));
    expect(waits).toHaveLength(1);
  });

  test("say when the next one is taken", async () => {
    const { service, from } = await patient();
    await many(8, () => from("198.51.100.7"));
    const refused = await service.call(contract.signIn, { body: wrong }, { as: null, headers: { "x-forwarded-for": "198.51.100.7" } });
    expect(refused.error).toMatchObject({ error: "too_many_attempts", retry_after_seconds: 870 });
    expect(refused.headers.get("retry-after")).toBe("870");
  });

  test("of strangers refuse nobody at another address, and nobody behind their own who wants another account", async () => {
    const { service, waits, from } = await patient();
    await many(60, (n) => from("198.51.100.7", { email: `nobody${n % 6}@acme.test`, password: guess }));
    await many(20, () => from("198.51.100.8"));
    waits.length = 0;
    expect(await from("198.51.100.7", { email, password })).toBe(200);
    expect(await from("203.0.113.9", { email, password })).toBe(200);
    expect(waits).toEqual([]);
    await service.ok(contract.getSetup, {}, { as: null });
  });

  test("from any number of addresses are twenty in an hour for one account, while a device that signed in before gets in", async () => {
    const { service, owner, waits, from, pass } = await patient();
    const address = (n: number) => `198.51.${100 + (n >> 8)}.${n & 255}`;
    const statuses = await many(120, (n) => from(address(n)));
    for (let seconds = 450; seconds <= 3_600; seconds += 450) {
      pass(450);
      statuses.push(...(await many(5, (n) => from(address(seconds + n)))));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(await from("203.0.113.9", { email, password })).toBe(429);
    waits.length = 0;
    const known = browser(service);
    for (const [name, value] of owner.jar) if (name.startsWith("caseload_device_")) known.jar.set(name, value);
    expect(known.jar.size).toBe(1);
    await known.ok(contract.signIn, { body: { email, password } });
    // Its own guesses are bounded too.
    for (let n = 0; n < 10; n++) await known.fails(contract.signIn, { body: wrong }, "wrong_credentials");
    await known.fails(contract.signIn, { body: { email, password } }, "too_many_attempts");
    expect(waits).toEqual([]);
  });

  test("gain nothing by a device cookie that is forged or of another account", async () => {
    const { service, owner } = await patient();
    await many(12, () => browser(service).send(contract.signIn, { body: wrong }));
    const [name = "", value = ""] = [...owner.jar].find(([each]) => each.startsWith("caseload_device_")) ?? [];
    const other = `caseload_device_${"0".repeat(24)}`;
    for (const cookie of [`${name}=forged`, `${name}=${value.replace(/^.{4}/, "0000")}`, `${other}=${value}`])
      await service.fails(contract.signIn, { body: { email, password } }, "too_many_attempts", { as: null, headers: { cookie } });
  });

  test("of strangers refuse nobody who is signed in and changes the password", async () => {
    const { owner, from, waits } = await patient();
    await many(20, () => from("198.51.100.7"));
    waits.length = 0;
    await owner.ok(contract.changePassword, { body: { current_password: password, new_password: "another long password" } });
    expect(waits).toEqual([]);
  });

  test("at codes are bounded, and a right password does not make room for more", async () => {
    const { service, uri, recoveryCodes, owner } = await withSecondFactor();
    const code = wrongCode(uri);
    for (let n = 0; n < 10; n++) {
      const other = await challenged(service);
      await other.fails(contract.verifySecondFactor, { body: { code } }, "wrong_code");
    }
    const other = await challenged(service);
    await other.fails(contract.verifySecondFactor, { body: { code: recoveryCodes[0] ?? "" } }, "too_many_attempts");
    // The owner's own browser is counted apart.
    await owner.ok(contract.signOut, {});
    expect(await owner.ok(contract.signIn, { body: { email, password } })).toEqual({ next: "second_factor" });
    await owner.ok(contract.verifySecondFactor, { body: { code: recoveryCodes[1] ?? "" } });
  });

  test("of a signed-in person are bounded, at every place that asks for the password or a code", async () => {
    const { owner } = await withSecondFactor();
    for (let n = 0; n < 10; n++) await owner.fails(contract.removeSecondFactor, { body: { password: guess } }, "wrong_credentials");
    await owner.fails(contract.removeSecondFactor, { body: { password } }, "too_many_attempts");
    const change = { current_password: password, new_password: "another long password" };
    await owner.fails(contract.changePassword, { body: change }, "too_many_attempts");
    await owner.fails(contract.startSecondFactor, { body: { password } }, "second_factor_active");

    const without = await owned();
    const begun = await without.owner.ok(contract.startSecondFactor, { body: { password } });
    const wrongDigits = { body: { code: wrongCode(begun.uri) } };
    for (let n = 0; n < 10; n++) await without.owner.fails(contract.confirmSecondFactor, wrongDigits, "wrong_code");
    await without.owner.fails(contract.confirmSecondFactor, { body: { code: codeOf(begun.uri) } }, "too_many_attempts");
    // Codes and passwords are counted apart.
    for (let n = 0; n < 10; n++) await without.owner.fails(contract.startSecondFactor, { body: { password: guess } }, "wrong_credentials");
    await without.owner.fails(contract.startSecondFactor, { body: { password } }, "too_many_attempts");
  });

  test("are counted alike by several processes on one store", async () => {
    const { service } = await patient();
    const { store } = service.app.services;
    let now = Date.now();
    const waits: number[] = [];
    const attempts = [0, 1].map(() =>
      createAttempts(
        { ...store, embedded: false },
        () => new Date(now),
        async (ms) => void waits.push(ms),
      ),
    );
    const guessAt = async (n: number) =>
      attempts[n % 2]?.guard({ kind: "password", account: email, address: "198.51.100.7" }, async () => {
        throw refuse("wrong_credentials");
      });
    const codes = async (count: number) =>
      (await Promise.allSettled(Array.from({ length: count }, (_, n) => guessAt(n)))).map((r) =>
        r.status === "rejected" ? (r.reason as Refusal).code : "",
      );
    expect((await codes(20)).filter((code) => code === "wrong_credentials")).toHaveLength(8);
    now += 885_000;
    expect((await codes(2)).toSorted()).toEqual(["too_many_attempts", "wrong_credentials"]);
    expect(waits).toEqual([15_000]);
    expect([await attempts[0]?.firstUse("a", "1"), await attempts[1]?.firstUse("a", "1"), await attempts[1]?.firstUse("a", "2")]).toEqual([
      true,
      false,
      true,
    ]);
    for (const each of attempts) await each.close();
  });
});

describe("the owner from the settings", () => {
  const settings = { ADMIN_EMAIL: "Admin@acme.test", ADMIN_PASSWORD: "a long password" };
  const token = "token-of-the-operators-choice";
  let service: TestService;
  const withToken = (value: string | undefined) => {
    const { services } = service.app;
    const admin = services.config.admin && { ...services.config.admin, token: value };
    return ensureAdmin({ ...services, config: { ...services.config, admin } });
  };

  beforeAll(async () => {
    service = await startService({ empty: true, env: settings });
    return () => service.close();
  });

  test("is created once, even by two processes", async () => {
    const both = await Promise.all([ensureAdmin(service.app.services), ensureAdmin(service.app.services)]);
    expect(both.map((a) => a?.created).toSorted()).toEqual([false, true]);
    const person = browser(service);
    await person.ok(contract.signIn, { body: { email: "admin@acme.test", password: settings.ADMIN_PASSWORD } });
    const { session } = await person.ok(contract.getSession, {});
    expect(session).toMatchObject({
      teams: [{ id: both[0]?.teamId, name: "Main", role: "team:owner" }],
      organizations: [{ name: "acme.test", role: "organization:executive" }],
    });
  });

  test("has one key that follows the setting", async () => {
    await withToken(token);
    await service.ok(getProfile, {}, { as: { key: token } });
    const before = await service.pool.query("select created_at from api_keys");
    await withToken(token);
    expect((await service.pool.query("select created_at from api_keys")).rows).toEqual(before.rows);
    const next = `${token}-2`;
    await withToken(next);
    await service.fails(getProfile, {}, "unauthorized", { as: { key: token } });
    await service.ok(getProfile, {}, { as: { key: next } });
    await withToken(undefined);
    await service.fails(getProfile, {}, "unauthorized", { as: { key: next } });
    expect((await service.pool.query("select id from api_keys")).rows).toEqual([]);
  });

  test("leaves people's own keys alone, whatever they are called", async () => {
    await withToken(token);
    const made = await service.ok(createApiKey, { body: { name: "ADMIN_TOKEN" } }, { as: { key: token } });
    await withToken(undefined);
    await service.ok(getProfile, {}, { as: { key: made.key } });
  });
});
