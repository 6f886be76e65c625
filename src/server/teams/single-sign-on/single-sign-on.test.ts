import * as OTPAuth from "otpauth";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CallInput } from "#contract/endpoint.ts";
import { createTeamInviteLink } from "#contract/teams/invite-links.ts";
import { createTeamInvite } from "#contract/teams/invites.ts";
import * as session from "#contract/teams/session.ts";
import * as contract from "#contract/teams/single-sign-on.ts";
import { type Newcomer, newcomer } from "#server/gates/newcomer.ts";
import { anotherPerson, oidcSettings, startOidcServer, type TestOidcServer } from "#server/testing/oidc-server.ts";
import { providerBrowser } from "#server/testing/provider-browser.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { type Purpose, start } from "./started.ts";

let oidc: TestOidcServer;
let service: TestService;
const settings = (issuer: string) => ({
  ...oidcSettings(issuer),
  OIDC_DOMAINS: "acme.test",
});
beforeAll(async () => {
  oidc = await startOidcServer();
  service = await startService({ env: settings(oidc.issuer) });
  oidc.register(service.url);
});
afterAll(async () => {
  await service.close();
  await oidc.close();
});
/** Each test has a person of its own at the provider. */
beforeEach(() => anotherPerson(oidc));

const browser = (at = service, cookie = "") => providerBrowser(at, oidc, cookie);
const signedInAs = async (who: ReturnType<typeof browser>) => (await who.ok(session.getSession, {})).session;
const cookieOf = (person: Newcomer) => (person.credentials as { cookie: string }).cookie;

/** Somebody with a password, who has connected the provider. */
async function connected() {
  const person = await newcomer(service);
  const own = browser(service, cookieOf(person));
  const { continue_url } = await own.ok(contract.startProviderLink, { body: { password: person.password } });
  const brought = await own.bring(continue_url);
  const { provider } = await own.ok(contract.finishProviderLink, { body: brought });
  return { person, own, provider };
}

async function invited(email: string): Promise<string> {
  const { invite } = await service.ok(createTeamInvite, { params: { teamId: service.teamId }, body: { email, role: "team:manager" } });
  return (invite.url ?? "").split("#")[1] ?? "";
}

async function facts(userId: string, type: string) {
  const { rows } = await service.pool.query<{ data: object }>("select data from events where type = $1 and subject_id = $2", [
    type,
    userId,
  ]);
  return rows.map(({ data }) => data);
}

describe("who comes in by the provider", () => {
  test("is told on the page of sign-in what it is called", async () => {
    expect(await service.ok(session.getSetup, {}, { as: null })).toMatchObject({ provider: "Acme ID" });
  });

  test("is whoever connected it in their profile, with the password; it is written down, and no token is kept", async () => {
    const { person, provider } = await connected();
    expect(provider).toMatchObject({ name: "Acme ID", email: oidc.person.email, password: true });
    const other = browser();
    expect(await other.enter()).toEqual({ next: "done", joined: null });
    expect((await signedInAs(other)).user).toMatchObject({ id: person.id, email: person.email });
    expect(await facts(person.id, "user.signed_in")).toContainEqual({ second_factor: false, provider: true });
    expect(await facts(person.id, "user.provider_linked")).toHaveLength(1);
    const { rows } = await service.pool.query("select * from provider_accounts where user_id = $1", [person.id]);
    expect(Object.keys(rows[0] as object).toSorted()).toEqual(["created_at", "email", "issuer", "subject", "user_id"]);
  });

  test("is asked for the second factor that they have here", async () => {
    const { person, own } = await connected();
    const { uri } = await own.ok(session.startSecondFactor, { body: { password: person.password } });
    const code = (periods: number) => (OTPAuth.URI.parse(uri) as OTPAuth.TOTP).generate({ timestamp: Date.now() + periods * 30_000 });
    await own.ok(session.confirmSecondFactor, { body: { code: code(0) } });
    const other = browser();
    expect(await other.enter()).toEqual({ next: "second_factor", joined: null });
    await other.fails(session.getSession, {}, "unauthorized");
    await other.ok(session.verifySecondFactor, { body: { code: code(1) } });
    expect((await signedInAs(other)).user.id).toBe(person.id);
  });

  test("is whoever was invited: by the link, with the address that the provider has verified", async () => {
    const own = browser();
    expect(await own.enter({ invite: await invited(oidc.person.email) })).toEqual({ next: "done", joined: { team_id: service.teamId } });
    const { user, teams } = await signedInAs(own);
    expect(user).toMatchObject({ name: "Petra Person", email: oidc.person.email });
    expect(teams).toMatchObject([{ id: service.teamId, role: "team:manager" }]);
    expect((await own.ok(contract.getProviderLink, {})).provider).toMatchObject({ email: oidc.person.email, password: false });
    // No password was ever set, so none is right.
    const body = { password: "correct horse battery" };
    await own.fails(contract.removeProviderLink, { body }, "wrong_credentials");
    await own.fails(session.signIn, { body: { email: oidc.person.email, ...body } }, "wrong_credentials");
    expect((await browser().enter()).next).toBe("done");
  });

  test("is whoever was invited and comes without the link", async () => {
    await invited(oidc.person.email);
    expect(await browser().enter()).toEqual({ next: "done", joined: { team_id: service.teamId } });
  });

  test("joins by the link of a team", async () => {
    const { url } = await service.ok(createTeamInviteLink, { params: { teamId: service.teamId }, body: {} });
    expect((await browser().enter({ invite: url.split("#")[1] })).joined).toEqual({ team_id: service.teamId });
  });

  test("gets an account without an invite in a domain of the operator, and no team", async () => {
    oidc.person = { ...oidc.person, email: `${oidc.person.sub}@ACME.test` };
    const own = browser();
    expect(await own.enter()).toEqual({ next: "done", joined: { team_id: null } });
    const { teams, organizations } = await signedInAs(own);
    expect([teams, organizations]).toMatchObject([[], [{ id: service.organizationId, role: "organization:member" }]]);
  });
});

describe("nobody comes in", () => {
  async function refused(code: string, invite?: string, change: (brought: Record<string, string>) => object = (brought) => brought) {
    const own = browser();
    const body = { ...change(await own.comeBack()), ...(invite && { invite }) } as CallInput<typeof contract.finishProviderSignIn>["body"];
    return own.fails(contract.finishProviderSignIn, { body }, code);
  }

  test("without an invite, and is told what to do", async () => {
    expect((await refused("not_invited")).message).toContain(`${oidc.person.email} has no account here yet`);
    const { rows } = await service.pool.query("select 1 from users where email = $1", [oidc.person.email]);
    expect(rows).toEqual([]);
    const noted = await service.pool.query("select data from events where type = 'organization.unknown_sign_in'");
    expect(noted.rows).toContainEqual({ data: { reason: "not_invited" } });
  });

  test("to the account of an address that has a password", async () => {
    const person = await newcomer(service);
    oidc.person = { ...oidc.person, email: person.email };
    await refused("provider_not_linked");
    await refused("provider_not_linked", await invited(`${randomUUID()}@example.com`));
    expect(await facts(person.id, "user.sign_in_failed")).toContainEqual({ reason: "provider_not_linked" });
  });

  test("with an address that the provider has not verified", async () => {
    const token = await invited(oidc.person.email);
    oidc.person = { ...oidc.person, email_verified: false };
    await refused("email_unverified");
    await refused("email_unverified", token);
  });

  test("with an address of which the provider does not say whether it is verified", async () => {
    const token = await invited(oidc.person.email);
    oidc.person = { ...oidc.person, email_verified: undefined };
    await refused("email_unverified");
    await refused("email_unverified", token);
  });

  test("by somebody else's invite, by one that is over, or a made-up one", async () => {
    expect((await refused("invite_for_other", await invited(`${randomUUID()}@example.com`))).message).toContain(oidc.person.email);
    await refused("invite_over", "i-am-no-token-of-this-service");
    const token = await invited(oidc.person.email);
    await service.pool.query("update invitations set expires_at = now() - interval '1 hour' where email = $1", [oidc.person.email]);
    await refused("invite_expired", token);
  });

  test("by a state, a browser or a code of somebody else, or by one used before", async () => {
    await invited(oidc.person.email);
    const own = browser();
    const brought = await own.comeBack();
    await browser().fails(contract.finishProviderSignIn, { body: brought }, "sign_in_over");
    const other = browser();
    const theirs = await other.comeBack();
    await own.fails(contract.finishProviderSignIn, { body: theirs }, "sign_in_over");
    // The code is bound to who asked for it, by PKCE and nonce.
    await own.fails(contract.finishProviderSignIn, { body: { ...theirs, state: brought.state } }, "provider_failed");
    const started = own.jar.get("caseload_provider") ?? "";
    await own.ok(contract.finishProviderSignIn, { body: brought });
    expect(own.jar.has("caseload_provider")).toBe(false);
    await own.fails(contract.finishProviderSignIn, { body: brought }, "sign_in_over");
    own.jar.set("caseload_provider", started);
    await own.fails(contract.finishProviderSignIn, { body: brought }, "provider_failed");
  });

  test("from another provider than the one that was asked", async () => {
    await invited(oidc.person.email);
    const failed = await refused("provider_failed", undefined, (brought) => ({ ...brought, iss: "https://elsewhere.example.com" }));
    expect(failed.message).not.toContain("elsewhere");
    await refused("provider_failed", undefined, ({ code = "", state = "" }) => ({ code, state }));
  });

  test("with what was begun to connect an account, or the other way round", async () => {
    const person = await newcomer(service);
    const own = browser(service, cookieOf(person));
    const { continue_url } = await own.ok(contract.startProviderLink, { body: { password: person.password } });
    await own.fails(contract.finishProviderSignIn, { body: await own.bring(continue_url) }, "sign_in_over");
    await own.fails(contract.finishProviderLink, { body: await own.comeBack() }, "sign_in_over");
  });
});

describe("connecting", () => {
  test("needs the password, and an account there that nobody else has connected", async () => {
    await connected();
    const person = await newcomer(service);
    const own = browser(service, cookieOf(person));
    await own.fails(contract.startProviderLink, { body: { password: "a wrong password" } }, "wrong_credentials");
    const { continue_url } = await own.ok(contract.startProviderLink, { body: { password: person.password } });
    const brought = await own.bring(continue_url);
    await own.fails(contract.finishProviderLink, { body: { ...brought, code: "made up" } }, "provider_failed");
    const again = await own.ok(contract.startProviderLink, { body: { password: person.password } });
    await own.fails(contract.finishProviderLink, { body: await own.bring(again.continue_url) }, "provider_taken");
    for (const endpoint of [contract.startProviderLink, contract.removeProviderLink])
      for (let guess = 0; guess < 12; guess++)
        await service.call(endpoint, { body: { password: `guess ${guess}` } }, { as: null, headers: { cookie: cookieOf(person) } });
    await own.fails(contract.startProviderLink, { body: { password: person.password } }, "too_many_attempts");
    await own.fails(contract.removeProviderLink, { body: { password: person.password } }, "too_many_attempts");
  });

  test("ends with the password, and the provider opens nothing any more", async () => {
    const { person, own } = await connected();
    await own.fails(contract.removeProviderLink, { body: { password: "a wrong password" } }, "wrong_credentials");
    await own.ok(contract.removeProviderLink, { body: { password: person.password } });
    expect((await own.ok(contract.getProviderLink, {})).provider).toMatchObject({ linked_at: null, email: null });
    const other = browser();
    await other.fails(contract.finishProviderSignIn, { body: await other.comeBack() }, "not_invited");
  });
});

/** Also those are refused who were on their way when the settings changed. Returns the browser of somebody who is signed in. */
async function refusesAll(at: TestService, code: "no_provider" | "provider_unreachable") {
  const onTheWay = (purpose: Purpose) => {
    const { started, cookie } = start(at.app.services, purpose);
    return { cookie: cookie.split(";")[0] ?? "", body: { code: "a-code", state: started.state } };
  };
  const entering = onTheWay("sign-in");
  await browser(at, entering.cookie).fails(contract.finishProviderSignIn, { body: entering.body }, code);
  const person = await newcomer(at);
  const own = browser(at, cookieOf(person));
  await own.fails(contract.startProviderLink, { body: { password: person.password } }, code);
  const { rows } = await at.pool.query<{ id: string }>("select id from sessions where user_id = $1", [person.id]);
  const linking = onTheWay(`link:${rows[0]?.id}`);
  await browser(at, `${cookieOf(person)}; ${linking.cookie}`).fails(contract.finishProviderLink, { body: linking.body }, code);
  return own;
}

describe("a provider", () => {
  test("that calls itself otherwise than the setting is not believed", async () => {
    const other = await startOidcServer();
    const astray = await startService({ env: settings(other.issuer.replace("127.0.0.1", "localhost")) });
    try {
      await browser(astray).fails(contract.startProviderSignIn, { body: {} }, "provider_unreachable");
      await refusesAll(astray, "provider_unreachable");
    } finally {
      await astray.close();
      await other.close();
    }
  });

  test("that is not set up is offered to nobody", async () => {
    const bare = await startService();
    try {
      expect(await bare.ok(session.getSetup, {}, { as: null })).toMatchObject({ provider: null });
      await browser(bare).fails(contract.startProviderSignIn, { body: {} }, "no_provider");
      const own = await refusesAll(bare, "no_provider");
      expect((await own.ok(contract.getProviderLink, {})).provider).toMatchObject({ name: null, password: true });
    } finally {
      await bare.close();
    }
  });
});
