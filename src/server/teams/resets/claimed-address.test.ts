import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApiKey } from "#contract/teams/api-keys.ts";
import { createTeamInviteLink } from "#contract/teams/invite-links.ts";
import { registerByInvite } from "#contract/teams/joining.ts";
import { requestPasswordReset, resetPassword } from "#contract/teams/password-resets.ts";
import { finishProviderSignIn } from "#contract/teams/single-sign-on.ts";
import { getSession, signIn } from "#contract/teams/session.ts";
import { newcomer } from "#server/gates/newcomer.ts";
import { type TestMailServer, startMailServer } from "#server/testing/mail-server.ts";
import { anotherPerson, oidcSettings, startOidcServer, type TestOidcServer } from "#server/testing/oidc-server.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { providerBrowser } from "#server/testing/provider-browser.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let oidc: TestOidcServer;
let service: TestService;
let mail: TestMailServer;
beforeAll(async () => {
  oidc = await startOidcServer();
  mail = await startMailServer();
  const mailing = { SMTP_URL: mail.url, MAIL_FROM: "Caseload <caseload@example.com>" };
  service = await startService({ env: { ...oidcSettings(oidc.issuer), ...mailing, OIDC_DOMAINS: "acme.test" } });
  oidc.register(service.url);
});
afterAll(async () => {
  await service.close();
  await Promise.all([oidc.close(), mail.close()]);
});
beforeEach(() => anotherPerson(oidc));

const address = () => `ceo-${randomUUID().slice(0, 8)}@acme.test`;
const next = "staple correct horse";

/** Somebody with a join link takes an address that is not theirs, and makes a key. */
async function claimed(email: string) {
  const { url } = await service.ok(createTeamInviteLink, { params: { teamId: service.teamId }, body: {} });
  const body = { token: url.replace(/^.*#/, ""), name: "Somebody else", email, password: "correct horse battery" };
  const registered = await service.call(registerByInvite, { body }, { as: null });
  const cookie = registered.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  const as = { as: null, headers: { cookie } };
  const { key } = await service.ok(createApiKey, { body: { name: "Kept" } }, as);
  await service.ok(getSession, {}, { as: { key } });
  return { key, as, password: body.password };
}

async function reset(email: string, body: { revoke_api_keys?: boolean } = {}) {
  await service.ok(requestPasswordReset, { body: { email } }, { as: null });
  const token = await comes("The mail", async () => {
    const sent = mail.mails.findLast(({ to }) => to.includes(email));
    return /new-password#(\S+)/.exec(sent?.mail.text ?? "")?.[1];
  });
  return service.ok(resetPassword, { body: { token, password: next, ...body } }, { as: null });
}

test("a new password ends the keys of whoever only claimed the address, whatever is asked for", async () => {
  const email = address();
  const { key, as } = await claimed(email);
  expect(await reset(email, { revoke_api_keys: false })).toEqual({ success: true, revoked_api_keys: 1 });
  await service.fails(getSession, {}, "unauthorized", { as: { key } });
  await service.fails(getSession, {}, "unauthorized", as);
  await service.ok(signIn, { body: { email, password: next } }, { as: null });
});

test("a new password ends a person's keys and AI clients, unless the person keeps them", async () => {
  const made = async () => {
    const person = await newcomer(service);
    const as = { as: null, headers: { cookie: person.credentials.cookie ?? "" } };
    const { key, api_key } = await service.ok(createApiKey, { body: { name: "Program" } }, as);
    const client = await service.ok(createApiKey, { body: { name: "AI client" } }, as);
    await service.pool.query("update api_keys set client = 'Example host', hint = '' where id = $1", [client.api_key.id]);
    return { person, id: api_key.id, key };
  };
  const kept = await made();
  expect(await reset(kept.person.email, { revoke_api_keys: false })).toEqual({ success: true, revoked_api_keys: 0 });
  await service.ok(getSession, {}, { as: { key: kept.key } });
  const ended = await made();
  expect(await reset(ended.person.email)).toEqual({ success: true, revoked_api_keys: 2 });
  await service.fails(getSession, {}, "unauthorized", { as: { key: ended.key } });
});

test("the company's provider gives an account to the owner of an address that somebody only claimed", async () => {
  const email = address();
  const { key, as, password } = await claimed(email);
  oidc.person = { ...oidc.person, email };
  const own = providerBrowser(service, oidc);
  await own.enter();
  expect((await own.ok(getSession, {})).session.user.email).toBe(email);
  await service.fails(getSession, {}, "unauthorized", { as: { key } });
  await service.fails(getSession, {}, "unauthorized", as);
  await service.fails(signIn, { body: { email, password } }, "wrong_credentials", { as: null });
  // It is proved now: an address alone leads to it no more than to any other account.
  anotherPerson(oidc);
  oidc.person = { ...oidc.person, email };
  const other = providerBrowser(service, oidc);
  await other.fails(finishProviderSignIn, { body: await other.comeBack() }, "provider_not_linked");
});
