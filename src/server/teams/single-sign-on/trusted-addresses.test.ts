import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTeamInvite } from "#contract/teams/invites.ts";
import { getSession } from "#contract/teams/session.ts";
import { finishProviderSignIn } from "#contract/teams/single-sign-on.ts";
import { newcomer } from "#server/gates/newcomer.ts";
import { anotherPerson, oidcSettings, startOidcServer, type TestOidcServer } from "#server/testing/oidc-server.ts";
import { providerBrowser } from "#server/testing/provider-browser.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let oidc: TestOidcServer;
let service: TestService;
beforeAll(async () => {
  oidc = await startOidcServer();
  service = await startService({ env: { ...oidcSettings(oidc.issuer), OIDC_DOMAINS: "acme.test", OIDC_TRUST_EMAIL: "true" } });
  oidc.register(service.url);
});
afterAll(async () => {
  await service.close();
  await oidc.close();
});
/** A person of a provider that says nothing about addresses, as Microsoft Entra ID does. */
beforeEach(() => {
  anotherPerson(oidc);
  oidc.person = { ...oidc.person, email_verified: undefined };
});

const browser = () => providerBrowser(service, oidc, "");

async function refused(code: string) {
  const own = browser();
  return own.fails(finishProviderSignIn, { body: await own.comeBack() }, code);
}

test("where the operator trusts the provider's addresses, whoever is invited comes in", async () => {
  const body = { email: oidc.person.email, role: "team:manager" } as const;
  await service.ok(createTeamInvite, { params: { teamId: service.teamId }, body });
  const own = browser();
  expect(await own.enter()).toEqual({ next: "done", joined: { team_id: service.teamId } });
  expect((await own.ok(getSession, {})).session.user).toMatchObject({ email: oidc.person.email });
});

test("and so does whoever has an address of the operator's domains", async () => {
  oidc.person = { ...oidc.person, email: `${oidc.person.sub}@acme.test` };
  expect(await browser().enter()).toEqual({ next: "done", joined: { team_id: null } });
});

test("an address that the provider calls not verified is refused, and no address leads to an account that exists", async () => {
  oidc.person = { ...oidc.person, email: `${oidc.person.sub}@acme.test`, email_verified: false };
  await refused("email_unverified");
  oidc.person = { ...oidc.person, email: (await newcomer(service)).email, email_verified: undefined };
  await refused("provider_not_linked");
});
