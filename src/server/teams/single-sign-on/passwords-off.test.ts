import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTeamInvite } from "#contract/teams/invites.ts";
import { registerByInvite } from "#contract/teams/joining.ts";
import { requestPasswordReset, resetPassword } from "#contract/teams/password-resets.ts";
import { getProfile } from "#contract/teams/profile.ts";
import * as session from "#contract/teams/session.ts";
import * as contract from "#contract/teams/single-sign-on.ts";
import { type Newcomer, newcomer } from "#server/gates/newcomer.ts";
import { setupCode } from "#server/teams/sign-in/setup-code.ts";
import { ensureAdmin } from "#server/teams/teams/admin.ts";
import { anotherPerson, oidcSettings, startOidcServer, type TestOidcServer } from "#server/testing/oidc-server.ts";
import { providerBrowser } from "#server/testing/provider-browser.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { requireWayIn } from "./way-in.ts";

let oidc: TestOidcServer;
let service: TestService;
const settings = () => ({
  ...oidcSettings(oidc.issuer),
  PASSWORD_SIGN_IN: "false",
});
beforeAll(async () => {
  oidc = await startOidcServer();
  service = await startService({ env: settings() });
  oidc.register(service.url);
});
afterAll(async () => {
  await service.close();
  await oidc.close();
});
/** Each test has a person of its own at the provider. */
beforeEach(() => anotherPerson(oidc));

const browser = (cookie = "") => providerBrowser(service, oidc, cookie);
const cookieOf = (person: Newcomer) => (person.credentials as { cookie: string }).cookie;

async function invited(email: string): Promise<string> {
  const { invite } = await service.ok(createTeamInvite, { params: { teamId: service.teamId }, body: { email, role: "team:member" } });
  return (invite.url ?? "").split("#")[1] ?? "";
}

async function connect(person: Newcomer): Promise<ReturnType<typeof browser>> {
  const own = browser(cookieOf(person));
  const { continue_url } = await own.ok(contract.startProviderLink, { body: { password: person.password } });
  await own.ok(contract.finishProviderLink, { body: await own.bring(continue_url) });
  return own;
}

describe("where passwords are off", () => {
  test("the page of sign-in is told so, and each operation about a password is refused with the way that is left", async () => {
    const person = await newcomer(service);
    const own = browser(cookieOf(person));
    const { email, password } = person;
    const token = await invited(`${randomUUID()}@example.com`);
    const set = { organization_name: "Acme", team_name: "Main", owner_name: "Olga", email, password, sample_workspace: false };
    expect(await own.ok(session.getSetup, {})).toMatchObject({ passwords: false, provider: "Acme ID" });
    const refused = [
      await own.fails(session.signIn, { body: { email, password } }, "passwords_off"),
      await own.fails(session.changePassword, { body: { current_password: password, new_password: `${password} 2` } }, "passwords_off"),
      await own.fails(session.completeSetup, { body: set }, "passwords_off"),
      await own.fails(requestPasswordReset, { body: { email } }, "passwords_off"),
      await own.fails(resetPassword, { body: { token, password } }, "passwords_off"),
      await own.fails(registerByInvite, { body: { token, name: "Petra", password } }, "passwords_off"),
      await own.fails(contract.removeProviderLink, { body: { password } }, "passwords_off"),
    ];
    for (const { message } of refused) expect(message).toBe("Passwords are switched off here. Sign in with Acme ID.");
    // Who was signed in stays so.
    expect((await own.ok(session.getSession, {})).session.user.id).toBe(person.id);
  });

  test("a key is for programs: it calls the API, and opens no console", async () => {
    const failed = await service.fails(session.getSession, {}, "session_required");
    expect(failed.message).toContain("People open the console with Acme ID here, not with an API key.");
    await service.ok(getProfile, {});
  });

  test("an invite leads in by the provider", async () => {
    const own = browser();
    expect(await own.enter({ invite: await invited(oidc.person.email) })).toEqual({ next: "done", joined: { team_id: service.teamId } });
    expect((await own.ok(session.getSession, {})).session.user.email).toBe(oidc.person.email);
  });

  test("who has a password connects the provider while signed in, and is told so when it is too late", async () => {
    const person = await newcomer(service);
    oidc.person = { ...oidc.person, email: person.email };
    const late = browser();
    const failed = await late.fails(contract.finishProviderSignIn, { body: await late.comeBack() }, "provider_not_linked");
    expect(failed.message).toContain("Where you are still signed in, connect it in your profile");
    await connect(person);
    const other = browser();
    await other.enter();
    expect((await other.ok(session.getSession, {})).session.user.id).toBe(person.id);
  });

  test("a provider that is away is said to be, with what the administrator can do", async () => {
    const gone = await startOidcServer();
    await gone.close();
    const alone = await startService({ env: { ...settings(), OIDC_ISSUER: gone.issuer } });
    try {
      const failed = await providerBrowser(alone, oidc).fails(contract.startProviderSignIn, { body: {} }, "provider_unreachable");
      expect(failed.message).toBe(
        "Acme ID does not answer as expected. Try again later. If it stays away, your administrator can switch passwords on.",
      );
    } finally {
      await alone.close();
    }
  });

  test("a start is refused that would lock the administrators out, and says how many others cannot come in", async () => {
    const { services } = service.app;
    const admin = { email: "admin@example.com", password: "a long password", token: "token-of-the-operators-choice" };
    await expect(requireWayIn(services)).rejects.toThrow("no administrator has connected Acme ID yet");
    expect(await requireWayIn({ ...services, config: { ...services.config, admin } })).toContain("have not connected Acme ID");
    const person = await newcomer(service);
    await connect(person);
    await expect(requireWayIn(services)).rejects.toThrow("PASSWORD_SIGN_IN=false would lock everyone out");
    await service.pool.query("update organization_members set role = 'organization:admin' where user_id = $1", [person.id]);
    expect(await requireWayIn(services)).toMatch(/^\d+ of \d+ people have not connected Acme ID yet/);
    const elsewhere = {
      ...services.config,
      oidc: services.config.oidc && { ...services.config.oidc, issuer: "https://other.example.com" },
    };
    await expect(requireWayIn({ ...services, config: elsewhere })).rejects.toThrow("lock everyone out");
    expect(await requireWayIn({ ...services, config: { ...services.config, passwordSignIn: true } })).toBeUndefined();
  });
});

test("an administrator whose provider is away gets a password from the operator, and one who has a password keeps it", async () => {
  const open = await startService({ env: { ...settings(), PASSWORD_SIGN_IN: "true" } });
  try {
    oidc.register(open.url);
    const body = { email: oidc.person.email, role: "team:manager" } as const;
    await open.ok(createTeamInvite, { params: { teamId: open.teamId }, body });
    await providerBrowser(open, oidc).enter();
    const { services } = open.app;
    const named = (email: string, passwordSignIn: boolean) =>
      ensureAdmin({
        ...services,
        config: { ...services.config, passwordSignIn, admin: { email, password: "a long password", token: undefined } },
      });
    const signIn = { body: { email: body.email, password: "a long password" } };
    await named(body.email, false);
    await open.fails(session.signIn, signIn, "wrong_credentials", { as: null });
    await named(body.email, true);
    await open.ok(session.signIn, signIn, { as: null });
    const person = await newcomer(open);
    await named(person.email, true);
    await open.ok(session.signIn, { body: { email: person.email, password: person.password } }, { as: null });
  } finally {
    await open.close();
    oidc.register(service.url);
  }
});

describe("a fresh installation without passwords", () => {
  const setup = { organization_name: "Acme", team_name: "Main", sample_workspace: false };
  let fresh: TestService;
  beforeEach(async () => {
    fresh = await startService({ empty: true, env: settings() });
    oidc.register(fresh.url);
    return async () => {
      await fresh.close();
      oidc.register(service.url);
    };
  });

  test("is set up by the provider, once, and its owner comes in again", async () => {
    expect(await requireWayIn(fresh.app.services)).toBeUndefined();
    const [first, second] = [providerBrowser(fresh, oidc), providerBrowser(fresh, oidc)];
    const brought = await second.comeBack();
    const { next, joined } = await first.enter({ setup });
    expect(next).toBe("done");
    const { user, teams, organizations } = (await first.ok(session.getSession, {})).session;
    expect(user).toMatchObject({ name: "Petra Person", email: oidc.person.email });
    expect(teams).toMatchObject([{ id: joined?.team_id, name: "Main", role: "team:owner" }]);
    expect(organizations).toMatchObject([{ name: "Acme", role: "organization:executive" }]);
    await second.fails(contract.finishProviderSignIn, { body: { ...brought, setup } }, "already_set_up");
    expect(await requireWayIn(fresh.app.services)).toBeUndefined();
    expect(await providerBrowser(fresh, oidc).enter()).toEqual({ next: "done", joined: null });
  });

  test("asks another machine for the code that the start prints, and no sign-in leads around it", async () => {
    const far = providerBrowser(fresh, oidc, "", { "x-forwarded-for": "198.51.100.7" });
    for (const body of [{}, { setup_code: "00000-00000" }]) await far.fails(contract.startProviderSignIn, { body }, "wrong_setup_code");
    const code = setupCode(fresh.app.services.signer);
    await far.fails(contract.finishProviderSignIn, { body: await far.comeBack(code) }, "sign_in_over");
    const body = { ...(await far.comeBack(code)), setup };
    expect((await far.ok(contract.finishProviderSignIn, { body })).joined).not.toBeNull();
    // What was started to sign in founds nothing.
    const later = providerBrowser(fresh, oidc);
    await later.fails(contract.finishProviderSignIn, { body: { ...(await later.comeBack()), setup } }, "sign_in_over");
  });

  test("takes a bounded number of codes, and no owner whose address the provider has not verified", async () => {
    const far = providerBrowser(fresh, oidc, "", { "x-forwarded-for": "198.51.100.7" });
    for (let n = 0; n < 10; n++) await far.fails(contract.startProviderSignIn, { body: {} }, "wrong_setup_code");
    await far.fails(contract.startProviderSignIn, { body: {} }, "too_many_attempts");
    oidc.person = { ...oidc.person, email_verified: false };
    const near = providerBrowser(fresh, oidc);
    await near.fails(contract.finishProviderSignIn, { body: { ...(await near.comeBack()), setup } }, "email_unverified");
    expect(await near.ok(session.getSetup, {})).toMatchObject({ needed: true });
  });
});
