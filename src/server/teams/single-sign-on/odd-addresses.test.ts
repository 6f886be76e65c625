import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTeamInviteLink } from "#contract/teams/invite-links.ts";
import { createTeamInvite } from "#contract/teams/invites.ts";
import { registerByInvite } from "#contract/teams/joining.ts";
import { listOrganizationMembers } from "#contract/teams/organization-members.ts";
import { requestPasswordReset } from "#contract/teams/password-resets.ts";
import { updateProfile } from "#contract/teams/profile.ts";
import * as session from "#contract/teams/session.ts";
import * as contract from "#contract/teams/single-sign-on.ts";
import { type TestMailServer, startMailServer } from "#server/testing/mail-server.ts";
import { anotherPerson, oidcSettings, startOidcServer, type TestOidcServer } from "#server/testing/oidc-server.ts";
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
/** Each test has a person of its own at the provider. */
beforeEach(() => anotherPerson(oidc));

const named = (local: string) => `${local.replace("*", randomUUID().slice(0, 8))}@acme.test`;
/** Odd, and in use: mail servers take them, and companies have given them to people. */
const written = ["r&d*", "a/b*", "x!y*", "jörg*", "名前*", "o'neil*", "a{b}*", "*=+%#"];
/** The same of servers that are less strict than the one of these tests, which lets dots stand only between other characters. */
const dotted = ["first..last*", "*."];
const odd = [...written, ...dotted];
/** Stored, shown or mailed, they would be taken for something else. */
const unusable = ['"a b*"', '"a*"', "a b*", "a,b*", "a<b>*", "a;b*", "a\u200bb*", "a\nb*", "a\u0000b*", "", "a*@b"];
const setup = { organization_name: "Acme", team_name: "Main", sample_workspace: false };

async function membersLike(email: string) {
  const input = { params: { orgId: service.organizationId }, query: { search: email } };
  return (await service.ok(listOrganizationMembers, input, { as: "director" })).members.map((member) => member.email);
}

describe("an address that the provider has verified", () => {
  test.each(odd)("comes in as %s, and can be read, listed, invited and written to", async (local) => {
    const email = named(local);
    oidc.person = { ...oidc.person, email };
    const own = providerBrowser(service, oidc);
    await own.enter();
    expect((await own.ok(session.getSession, {})).session.user.email).toBe(email);
    expect((await own.ok(updateProfile, { body: { name: "Another name" } })).profile.email).toBe(email);
    expect(await membersLike(email)).toEqual([email]);
    await service.ok(requestPasswordReset, { body: { email } }, { as: null });
    if (written.includes(local)) await expect.poll(() => mail.mails.some(({ to }) => to.includes(email))).toBe(true);
    const { invite } = await service.ok(createTeamInvite, { params: { teamId: service.teamId }, body: { email, role: "team:member" } });
    expect(invite.email).toBe(email);
  });

  test.each(unusable)("is refused as %j with a sentence, and makes no account", async (local) => {
    const email = named(local);
    oidc.person = { ...oidc.person, email };
    const own = providerBrowser(service, oidc);
    const { message } = await own.fails(contract.finishProviderSignIn, { body: await own.comeBack() }, "email_unusable");
    expect(message).toContain("Acme ID");
    const { rows } = await service.pool.query("select 1 from provider_accounts where subject = $1", [oidc.person.sub]);
    expect(rows).toEqual([]);
  });

  test("founds an installation however odd it is, and does not found one that nobody could enter", async () => {
    const fresh = await startService({ empty: true, env: { ...oidcSettings(oidc.issuer), PASSWORD_SIGN_IN: "false" } });
    try {
      oidc.register(fresh.url);
      const own = providerBrowser(fresh, oidc);
      oidc.person = { ...oidc.person, email: '"a b"@acme.test' };
      await own.fails(contract.finishProviderSignIn, { body: { ...(await own.comeBack()), setup } }, "email_unusable");
      expect(await own.ok(session.getSetup, {})).toMatchObject({ needed: true });
      anotherPerson(oidc);
      oidc.person = { ...oidc.person, email: "r&d@acme.test" };
      await own.enter({ setup });
      expect((await own.ok(session.getSession, {})).session).toMatchObject({ user: { email: "r&d@acme.test" }, teams: [{ name: "Main" }] });
    } finally {
      await fresh.close();
      oidc.register(service.url);
    }
  });

  test("that was stored before any rule stays readable, and its person can be found and comes in", async () => {
    oidc.person = { ...oidc.person, email: named("*") };
    const own = providerBrowser(service, oidc);
    await own.enter();
    const stored = `"${randomUUID().slice(0, 8)} b"@acme`;
    await service.pool.query("update users set email = $1 where email = $2", [stored, oidc.person.email]);
    oidc.person = { ...oidc.person, email: stored };
    const again = providerBrowser(service, oidc);
    expect((await again.enter()).next).toBe("done");
    expect((await again.ok(session.getSession, {})).session.user.email).toBe(stored);
    expect(await membersLike(stored)).toEqual([stored]);
  });
});

test.each([
  ["Jo\u0000hn", "John"],
  ["  Ada \n Lovelace\t", "Ada Lovelace"],
  ["\u202eadA", "adA"],
  ["\u200b \u2800", "ada-*"],
  [`${"a".repeat(99)}😀`, `${"a".repeat(99)}😀`],
  ["b".repeat(300), "b".repeat(100)],
])("a name that the provider gives as %j is stored as one can read it", async (given, kept) => {
  const email = named("ada-*");
  oidc.person = { ...oidc.person, email, name: given };
  const own = providerBrowser(service, oidc);
  await own.enter();
  const { user } = (await own.ok(session.getSession, {})).session;
  expect(user.name).toBe(kept === "ada-*" ? email.slice(0, email.indexOf("@")) : kept);
});

test.each(odd)("a person registers by a link with the address %s, and signs in with a password", async (local) => {
  const email = named(local);
  const { url } = await service.ok(createTeamInviteLink, { params: { teamId: service.teamId }, body: {} });
  const password = "correct horse battery";
  const token = url.split("#")[1] ?? "";
  await service.ok(registerByInvite, { body: { token, name: "Petra", email, password } }, { as: null });
  await service.ok(session.signIn, { body: { email, password } }, { as: null });
  await service.fails(session.signIn, { body: { email, password: `${password}!` } }, "wrong_credentials", { as: null });
});
