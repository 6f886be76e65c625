import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as links from "#contract/teams/invite-links.ts";
import { getOrganizationInviteUrl, getTeamInviteUrl } from "#contract/teams/invite-urls.ts";
import * as contract from "#contract/teams/invites.ts";
import * as joining from "#contract/teams/joining.ts";
import * as requests from "#contract/teams/join-requests.ts";
import * as teams from "#contract/teams/organization-teams.ts";
import * as resets from "#contract/teams/password-resets.ts";
import { createApiKey } from "#contract/teams/api-keys.ts";
import { getSession, signIn } from "#contract/teams/session.ts";
import { address } from "#server/gates/stage/invites.ts";
import { memberOf } from "#server/gates/stage/members.ts";
import { newcomer } from "#server/gates/newcomer.ts";
import { type TestMailServer, startMailServer } from "#server/testing/mail-server.ts";
import { type TestService, startService } from "#server/testing/service.ts";

const password = "correct horse battery";
let mail: TestMailServer;
let service: TestService;
let now = new Date();
beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({ env: { SMTP_URL: mail.url, MAIL_FROM: "Caseload <caseload@example.com>" }, clock: () => now });
});
afterAll(async () => {
  await service.close();
  await mail.close();
});

const ofTeam = () => ({ params: { teamId: service.teamId } });
const tokenIn = (url: string | null) => (url ?? "").split("#")[1] ?? "";
const asPerson = (cookie: string | undefined) => ({ as: null, headers: { cookie: cookie ?? "" } }) as const;

async function invited(role: "team:member" | "team:manager" = "team:member") {
  const { invite } = await service.ok(contract.createTeamInvite, { ...ofTeam(), body: { email: address(), role } });
  return { ...invite, token: tokenIn(invite.url) };
}

async function cookieOf(credentials: unknown): Promise<string | undefined> {
  return (credentials as { cookie?: string }).cookie;
}

async function arrived(to: string) {
  await expect.poll(() => mail.mails.find((one) => one.to.includes(to))).toBeDefined();
  return mail.mails.findLast((one) => one.to.includes(to))?.mail;
}

describe("an invite to an address", () => {
  test("is mailed as text and HTML, looked at without being used up, and accepted once with a new account", async () => {
    const { id, email, token, url } = await invited("team:manager");
    const { emailSent } = await service.ok(contract.sendTeamInviteEmail, { params: { id }, body: {} });
    expect(emailSent).toBe(true);
    const received = await arrived(email);
    expect(received).toMatchObject({ from: { name: "Caseload", address: "caseload@example.com" }, subject: "owner invites you to Team" });
    expect(received?.text).toContain(url);
    expect(received?.html).toContain(url);
    await expect
      .poll(async () => (await service.ok(contract.listTeamInvites, ofTeam())).invites.find((one) => one.id === id)?.mail)
      .toBe("sent");
    // As scanners of mail do.
    const opened = await fetch(url);
    expect(opened.status).toBeLessThan(500);
    const looks = [
      await service.ok(joining.lookAtInvite, { body: { token } }),
      await service.ok(joining.lookAtInvite, { body: { token } }),
    ];
    expect(looks[1]?.invite).toMatchObject({ email, team_name: "Team", role: "Manager", account: false, expired: false });
    const body = { token, name: "Ada", password };
    const { ok, headers } = await service.call(joining.registerByInvite, { body }, { as: null });
    expect(ok).toEqual({ team_id: service.teamId });
    const cookie = headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const { session } = await service.ok(getSession, {}, asPerson(cookie));
    expect(session).toMatchObject({ user: { email, name: "Ada" }, teams: [{ id: service.teamId, role: "team:manager" }] });
    await service.fails(joining.registerByInvite, { body }, "invite_over", { as: null });
    await service.fails(joining.lookAtInvite, { body: { token } }, "invite_over", { as: null });
    await service.fails(contract.sendTeamInviteEmail, { params: { id }, body: {} }, "invite_over");
    await service.fails(contract.updateTeamInvite, { params: { id }, body: { role: "team:member" } }, "invite_over");
    await service.fails(contract.deleteTeamInvite, { params: { id } }, "invite_over");
    await service.fails(getTeamInviteUrl, { params: { id } }, "invite_over");
    await service.fails(contract.createTeamInvite, { ...ofTeam(), body: { email, role: "team:member" } }, "already_member");
  });

  test("is accepted by one of 16 who try at once", async () => {
    const { token } = await invited();
    const tries = Array.from({ length: 16 }, (_, at) =>
      service.call(joining.registerByInvite, { body: { token, name: `Try ${at}`, password } }, { as: null }),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.flatMap(({ error }) => error?.error ?? []);
    expect(refused.every((code) => code === "invite_over" || code === "account_exists")).toBe(true);
  });

  test("tells somebody who is signed in under another address, and takes the right one", async () => {
    const person = await newcomer(service);
    const { token, email } = await invited();
    const as = asPerson(await cookieOf(person.credentials));
    const { message } = await service.fails(joining.acceptInvite, { body: { token } }, "invite_for_other", as);
    expect(message).toContain(email);
    expect(message).toContain(person.email);
    await service.pool.query("delete from team_members where user_id = $1", [person.id]);
    const own = await service.ok(contract.createTeamInvite, {
      ...ofTeam(),
      body: { email: person.email.toUpperCase(), role: "team:builder" },
    });
    const ownToken = tokenIn(own.invite.url);
    expect((await service.ok(joining.lookAtInvite, { body: { token: ownToken } })).invite.account).toBe(true);
    await service.fails(joining.registerByInvite, { body: { token: ownToken, name: "Again", password } }, "account_exists", { as: null });
    expect(await service.ok(joining.acceptInvite, { body: { token: ownToken } }, as)).toEqual({ team_id: service.teamId });
    expect((await service.ok(getSession, {}, as)).session.teams).toMatchObject([{ role: "team:builder" }]);
    await service.fails(joining.acceptInvite, { body: { token: ownToken } }, "invite_over", as);
  });

  test("expires, and works again by the same link once it is resent", async () => {
    const { id, token, url } = await invited();
    now = new Date(now.getTime() + 8 * 86_400_000);
    expect((await service.ok(joining.lookAtInvite, { body: { token } })).invite.expired).toBe(true);
    await service.fails(joining.registerByInvite, { body: { token, name: "Late", password } }, "invite_expired", { as: null });
    const person = await newcomer(service);
    const { rows } = await service.pool.query("update invitations set email = $2 where id = $1 returning id", [id, person.email]);
    expect(rows).toHaveLength(1);
    await service.fails(joining.acceptInvite, { body: { token } }, "invite_expired", asPerson(await cookieOf(person.credentials)));
    const { invite } = await service.ok(contract.sendTeamInviteEmail, { params: { id }, body: {} });
    expect(invite.expired).toBe(false);
    expect(await service.ok(getTeamInviteUrl, { params: { id } })).toEqual({ url });
    await arrived(person.email);
    await service.ok(joining.acceptInvite, { body: { token } }, asPerson(await cookieOf(person.credentials)));
  });

  test("gives no role above that of whoever invites or changes it", async () => {
    const { id } = await invited("team:manager");
    const owner = { role: "team:owner" as const };
    await service.fails(contract.createTeamInvite, { ...ofTeam(), body: { email: address(), ...owner } }, "forbidden", { as: "manager" });
    await service.fails(contract.updateTeamInvite, { params: { id }, body: owner }, "forbidden", { as: "manager" });
    const { invite } = await service.ok(contract.updateTeamInvite, { params: { id }, body: { role: "team:builder" } }, { as: "manager" });
    expect(invite.role).toBe("team:builder");
    await service.fails(contract.createTeamInvite, { ...ofTeam(), body: { email: invite.email, role: "team:member" } }, "already_invited");
    await service.ok(contract.deleteTeamInvite, { params: { id } });
  });

  test("a mail that the server puts off is sent again with the same id; one that it refuses is given up, with the reason", async () => {
    mail.refuse(451);
    const { id, email } = await invited();
    await service.ok(contract.sendTeamInviteEmail, { params: { id }, body: {} });
    const state = async (which: string) => (await service.ok(contract.listTeamInvites, ofTeam())).invites.find((one) => one.id === which);
    await expect.poll(async () => (await state(id))?.mail_error).toMatch(/not now/);
    await service.pool.query("update mails set next_attempt_at = now() where invitation_id = $1", [id]);
    expect((await arrived(email))?.messageId).toMatch(/^<[0-9a-f-]{36}@127\.0\.0\.1>$/);
    mail.refuse(550);
    const other = await invited();
    await service.ok(contract.sendTeamInviteEmail, { params: { id: other.id }, body: {} });
    await expect.poll(async () => (await state(other.id))?.mail).toBe("failed");
  });
});

describe("an organization", () => {
  const orgId = () => ({ params: { orgId: service.organizationId } });

  test("invites somebody, to a team too, and sends the mail", async () => {
    const as = { as: "director" } as const;
    const email = address();
    const sent = await service.ok(contract.inviteOrgMember, { ...orgId(), body: { email, role: "organization:admin" } }, as);
    expect(sent).toMatchObject({ success: true, emailSent: true });
    const { invites } = await service.ok(contract.listOrganizationInvites, orgId(), as);
    const found = invites.find(({ id }) => id === sent.invitationId);
    expect(found).toMatchObject({ email, role: "organization:admin" });
    await arrived(email);
    const { url } = await service.ok(getOrganizationInviteUrl, { params: { ...orgId().params, id: sent.invitationId } }, as);
    const { ok } = await service.call(joining.registerByInvite, { body: { token: tokenIn(url), name: "Admin", password } }, { as: null });
    expect(ok).toEqual({ team_id: null });
    await service.fails(contract.inviteOrgMember, { ...orgId(), body: { email, role: "organization:member" } }, "already_member", as);
    const twice = { ...orgId(), body: { email: address(), role: "organization:member" as const, teamId: service.teamId } };
    await service.ok(contract.inviteOrgMember, twice, as);
    await service.fails(contract.inviteOrgMember, twice, "already_invited", as);
    await service.fails(contract.inviteOrgMember, { ...orgId(), body: { email: address(), role: "organization:owner" } }, "forbidden", as);
  });
});

test("an invite to an organization alone is revoked: its link ends at once", async () => {
  const as = { as: "director" } as const;
  const orgId = service.organizationId;
  const body = { email: address(), role: "organization:member" } as const;
  const { invitationId: id } = await service.ok(contract.inviteOrgMember, { params: { orgId }, body }, as);
  const token = tokenIn((await service.ok(getOrganizationInviteUrl, { params: { orgId, id } }, as)).url);
  await service.ok(joining.lookAtInvite, { body: { token } }, { as: null });
  await service.ok(contract.deleteOrganizationInvite, { params: { orgId, id } }, as);
  await service.fails(joining.lookAtInvite, { body: { token } }, "invite_over", { as: null });
  await service.fails(contract.deleteOrganizationInvite, { params: { orgId, id } }, "not_found", as);
});

describe("the link of a team", () => {
  test("lets anybody in as a Member until it is replaced or ended", async () => {
    expect(await service.ok(links.getTeamInviteLink, ofTeam())).toEqual({
      hasLink: false,
      url: null,
      created_at: null,
      expires_at: null,
      max_uses: null,
      uses: 0,
      joined: [],
    });
    const { url } = await service.ok(links.createTeamInviteLink, { ...ofTeam(), body: {} });
    expect(await service.ok(links.getTeamInviteLink, ofTeam())).toMatchObject({ hasLink: true, url });
    const body = (token: string, email = address()) => ({ body: { token, name: "By link", email, password } });
    await service.ok(joining.registerByInvite, body(tokenIn(url)), { as: null });
    const { email } = await memberOf({ service, teamId: service.teamId });
    await service.fails(joining.registerByInvite, body(tokenIn(url), email), "account_exists", { as: null });
    const nameless = { body: { token: tokenIn(url), name: "By link", password } };
    expect(await service.fails(joining.registerByInvite, nameless, "invalid_request", { as: null })).toMatchObject({
      issues: [{ path: ["email"], message: "Enter an email address" }],
    });
    const next = await service.ok(links.createTeamInviteLink, { ...ofTeam(), body: {} });
    await service.fails(joining.registerByInvite, body(tokenIn(url)), "invite_over", { as: null });
    await service.ok(joining.registerByInvite, body(tokenIn(next.url)), { as: null });
    await service.ok(links.deleteTeamInviteLink, ofTeam());
    await service.fails(joining.registerByInvite, body(tokenIn(next.url)), "invite_over", { as: null });
    await service.fails(joining.lookAtInvite, { body: { token: `t${"A".repeat(64)}` } }, "invite_over", { as: null });
  });

  test("lets in as many as it was made for, however many try at once, and says who", async () => {
    const { url, max_uses } = await service.ok(links.createTeamInviteLink, { ...ofTeam(), body: { max_uses: 3 } });
    expect(max_uses).toBe(3);
    const token = tokenIn(url);
    // Whoever is a member already takes nobody's place.
    const { credentials } = await newcomer(service);
    await service.ok(joining.acceptInvite, { body: { token } }, asPerson(await cookieOf(credentials)));
    const register = () =>
      service.ok(joining.registerByInvite, { body: { token, name: "By link", email: address(), password } }, { as: null });
    const tries = await Promise.allSettled(Array.from({ length: 5 }, register));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const link = await service.ok(links.getTeamInviteLink, ofTeam());
    expect(link.uses).toBe(3);
    expect(link.joined.map(({ name }) => name)).toEqual(["By link", "By link", "By link"]);
    const over = await service.fails(joining.lookAtInvite, { body: { token } }, "invite_over", { as: null });
    expect(over.message).toMatch(/^This link has ended/);
  });

  test("ends with its time", async () => {
    const { url } = await service.ok(links.createTeamInviteLink, { ...ofTeam(), body: { expires_in_days: 1 } });
    const look = { body: { token: tokenIn(url) } };
    await service.ok(joining.lookAtInvite, look, { as: null });
    await service.pool.query("update invite_links set expires_at = now() - interval '1 day' where team_id = $1", [service.teamId]);
    await service.fails(joining.lookAtInvite, look, "invite_over", { as: null });
  });

  test("makes no more than 60 accounts an hour for one network", async () => {
    const { url } = await service.ok(links.createTeamInviteLink, { ...ofTeam(), body: { max_uses: 100 } });
    const { identity } = service.app.services;
    const counted = { kind: "register", address: "127.0.0.1" } as const;
    const spent = await Promise.allSettled(Array.from({ length: 60 }, () => identity.attempts.spend(counted)));
    expect(spent.some(({ status }) => status === "rejected")).toBe(true);
    const body = { token: tokenIn(url), name: "One more", email: address(), password };
    const { retry_after_seconds } = await service.fails(joining.registerByInvite, { body }, "too_many_attempts", { as: null });
    expect(retry_after_seconds).toBeLessThanOrEqual(60);
    now = new Date(now.getTime() + 3_600_000);
    await service.ok(joining.registerByInvite, { body }, { as: null });
  });

  test("keeps no token in the store", async () => {
    const { url } = await service.ok(links.createTeamInviteLink, { ...ofTeam(), body: {} });
    const stored = await service.pool.query(
      "select l::text || coalesce((select string_agg(i::text, ' ') from invitations i), '') as all from invite_links l",
    );
    expect(JSON.stringify(stored.rows)).not.toContain(tokenIn(url).slice(1));
  });
});

test("a mail makes no link of a name", async () => {
  await service.pool.query("update teams set name = 'https://evil.example/pay' where id = $1", [service.teamId]);
  const { id, email } = await invited("team:member");
  await service.ok(contract.sendTeamInviteEmail, { params: { id }, body: {} });
  const received = await arrived(email);
  await service.pool.query("update teams set name = 'Team' where id = $1", [service.teamId]);
  expect(received?.subject).toBe("owner invites you to https: //evil. example/pay");
  for (const text of [received?.text, received?.html]) expect(text).not.toMatch(/evil\.example/);
});

describe("a forgotten password", () => {
  test("is replaced once by a link in a mail, which ends every session", async () => {
    const person = await newcomer(service);
    const as = asPerson(await cookieOf(person.credentials));
    await service.ok(resets.requestPasswordReset, { body: { email: person.email } }, { as: null });
    const received = await arrived(person.email);
    const token = /new-password#(\S+)/.exec(received?.text ?? "")?.[1] ?? "";
    const next = "staple correct horse";
    const reset = await service.call(resets.resetPassword, { body: { token, password: next } }, { as: null });
    // Strangers who guess meanwhile do not keep this browser from signing in.
    expect(reset.headers.getSetCookie()).toEqual([expect.stringMatching(/^caseload_device_/)]);
    await service.fails(getSession, {}, "unauthorized", as);
    await service.fails(signIn, { body: { email: person.email, password: person.password } }, "wrong_credentials", { as: null });
    await service.ok(signIn, { body: { email: person.email, password: next } }, { as: null });
    await service.fails(resets.resetPassword, { body: { token, password: next } }, "reset_over", { as: null });
  });

  test("answers the same for an address without an account, and no mail goes", async () => {
    const before = mail.mails.length;
    expect(await service.ok(resets.requestPasswordReset, { body: { email: address() } }, { as: null })).toEqual({ success: true });
    expect((await service.pool.query("select from mails where next_attempt_at is not null and reset_id is not null")).rows).toHaveLength(0);
    expect(mail.mails.length).toBe(before);
  });

  test("is bounded for each address", async () => {
    const body = { email: address() };
    for (let asked = 0; asked < 3; asked++) await service.ok(resets.requestPasswordReset, { body }, { as: null });
    await service.fails(resets.requestPasswordReset, { body }, "too_many_attempts", { as: null });
  });
});

test("there are at most 200 pending invites", async () => {
  const other = await service.pool.query<{ id: string }>(
    "insert into teams (id, organization_id, name) select gen_random_uuid(), organization_id, 'Full' from teams where id = $1 returning id",
    [service.teamId],
  );
  const teamId = other.rows[0]?.id ?? "";
  await service.pool.query(
    `insert into invitations (id, organization_id, team_id, team_role, email, expires_at)
      select gen_random_uuid(), t.organization_id, t.id, 'team:member', n || '@example.com', now() from teams t, generate_series(1, $2) n where t.id = $1`,
    [teamId, contract.mostInvites],
  );
  const as = { as: "director" } as const;
  await service.fails(contract.createTeamInvite, { params: { teamId }, body: { email: address(), role: "team:member" } }, "too_many", as);
  await service.pool.query("update invitations set team_id = null where team_id = $1", [teamId]);
  const body = { email: address(), role: "organization:member" as const };
  await service.fails(contract.inviteOrgMember, { params: { orgId: service.organizationId }, body }, "too_many", as);
  await service.pool.query("delete from invitations where email like '1%@example.com'");
});

describe("teams of an organization", () => {
  const orgId = () => ({ params: { orgId: service.organizationId } });

  test("are found and sorted by name in every script", async () => {
    const names = ["Zebra", "Ähre", "apfel"].map((name) => `${name} sorted`);
    for (const name of names) await service.ok(teams.createOrgTeam, { ...orgId(), body: { name } }, { as: "director" });
    const found = async (search: string) => {
      const query = { search, sort: "name" as const };
      return (await service.ok(teams.listOrgTeams, { ...orgId(), query }, { as: "director" })).teams.map(({ name }) => name);
    };
    expect(await found("SORTED")).toEqual(["Ähre sorted", "apfel sorted", "Zebra sorted"]);
    expect(await found("äHRE")).toEqual(["Ähre sorted"]);
  });

  test("are made by an administrator, found by everyone in it, and joined once a Manager approves", async () => {
    const as = { as: "director" } as const;
    const made = await service.ok(teams.createOrgTeam, { ...orgId(), body: { name: "Claims" } }, as);
    await service.fails(teams.createOrgTeam, { ...orgId(), body: { name: "Claims" } }, "forbidden");
    const { id, key, email } = await memberOf({ service, teamId: service.teamId });
    const asks = { as: { key } };
    const seen = async () => {
      const found = await service.ok(teams.listOrgTeams, { ...orgId(), query: { search: "claim", sort: "name" } }, asks);
      return found.teams.find((team) => team.id === made.id);
    };
    expect(await seen()).toMatchObject({ memberCount: 1, userIsMember: false, userRole: null, userHasPendingJoinRequest: false });
    const params = { teamId: made.id };
    expect(await service.ok(requests.requestToJoin, { params }, asks)).toEqual({ status: "requested" });
    expect(await seen()).toMatchObject({ userHasPendingJoinRequest: true, pendingJoinRequestCount: 1 });
    const waiting = await service.ok(requests.listJoinRequests, { params }, as);
    expect(waiting).toMatchObject({ requests: [{ id, email }], total: 1 });
    const one = { params: { ...params, memberId: id } };
    await service.fails(requests.approveJoinRequest, { ...one, body: { role: "team:owner" } }, "forbidden", {
      as: { key: (await memberOf({ service, teamId: made.id }, "team:manager")).key },
    });
    await service.ok(requests.approveJoinRequest, { ...one, body: { role: "team:builder" } }, as);
    expect(await seen()).toMatchObject({ userIsMember: true, userRole: "team:builder", userHasPendingJoinRequest: false });
    await service.fails(requests.approveJoinRequest, { ...one, body: { role: "team:builder" } }, "not_found", as);
    await service.fails(requests.requestToJoin, { params }, "already_member", asks);
  });

  test("take nobody in by a key of another team", async () => {
    const body = { name: "One team", team_id: service.neighbourTeamId };
    const { key } = await service.ok(createApiKey, { body }, { as: "neighbour" });
    await service.fails(requests.requestToJoin, ofTeam(), "forbidden", { as: { key } });
  });

  test("decline somebody, who may ask again, and let everyone in where they say so", async () => {
    const { id, key } = await memberOf({ service, teamId: service.teamId }, null);
    const asks = { as: { key } };
    await service.ok(requests.requestToJoin, ofTeam(), asks);
    await service.ok(requests.declineJoinRequest, { params: { ...ofTeam().params, memberId: id } });
    await service.fails(requests.declineJoinRequest, { params: { ...ofTeam().params, memberId: id } }, "not_found");
    expect(await service.ok(requests.requestToJoin, ofTeam(), asks)).toEqual({ status: "requested" });
    const as = { as: "director" } as const;
    await service.fails(teams.updateOrganizationDiscovery, { ...orgId(), body: { discoveryMode: "auto" } }, "forbidden", { as: "owner" });
    await service.ok(teams.updateOrganizationDiscovery, { ...orgId(), body: { discoveryMode: "auto" } }, as);
    const { id: later } = await service.ok(teams.createOrgTeam, { ...orgId(), body: { name: "A later team" } }, as);
    const modes = (await service.ok(teams.listOrgTeams, { ...orgId(), query: { limit: 100 } }, as)).teams;
    expect(modes.map(({ discoveryMode }) => discoveryMode)).toEqual(modes.map(() => "auto"));
    expect(modes.map((one) => one.id)).toContain(later);
    expect(await service.ok(requests.requestToJoin, ofTeam(), asks)).toEqual({ status: "joined" });
    // What they had asked is answered by that.
    expect((await service.ok(requests.listJoinRequests, ofTeam())).requests.map((one) => one.id)).not.toContain(id);
    await service.ok(teams.updateOrganizationDiscovery, { ...orgId(), body: { discoveryMode: "request" } }, as);
    await service.fails(requests.requestToJoin, ofTeam(), "not_found", { as: "stranger" });
  });

  test("are a thousand at most", async () => {
    await service.pool.query(
      "insert into teams (id, organization_id, name) select gen_random_uuid(), $1, 'Many' from generate_series(1, 1000)",
      [service.organizationId],
    );
    await service.fails(teams.createOrgTeam, { ...orgId(), body: { name: "One more" } }, "too_many", { as: "director" });
    await service.pool.query("delete from teams where name = 'Many'");
  });
});
