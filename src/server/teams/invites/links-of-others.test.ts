import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrganizationRole } from "#contract/roles.ts";
import * as urls from "#contract/teams/invite-urls.ts";
import * as contract from "#contract/teams/invites.ts";
import { lookAtInvite, registerByInvite } from "#contract/teams/joining.ts";
import { address } from "#server/gates/stage/invites.ts";
import { memberOf } from "#server/gates/stage/members.ts";
import { type TestMailServer, startMailServer } from "#server/testing/mail-server.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let mail: TestMailServer;
let service: TestService;
beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({ env: { SMTP_URL: mail.url, MAIL_FROM: "Caseload <caseload@example.com>" } });
});
afterAll(async () => {
  await service.close();
  await mail.close();
});

const ofTeam = () => ({ params: { teamId: service.teamId } });
const ofOrganization = () => ({ params: { orgId: service.organizationId } });
const manager = { as: "manager" } as const;
const tokenIn = (url: string) => url.split("#")[1] ?? "";

async function executive() {
  const { id, key } = await memberOf({ service, teamId: service.teamId }, null);
  await service.pool.query("update organization_members set role = 'organization:executive' where user_id = $1", [id]);
  return { as: { key } };
}

/** An invite to the organization that also names the team; its token is in the mail. */
async function invitedAs(role: OrganizationRole) {
  const email = address();
  const body = { email, role, teamId: service.teamId };
  const { invitationId: id } = await service.ok(contract.inviteOrgMember, { ...ofOrganization(), body }, await executive());
  await expect.poll(() => mail.mails.some(({ to }) => to.includes(email))).toBe(true);
  const text = mail.mails.find(({ to }) => to.includes(email))?.mail.text ?? "";
  return { id, email, text, token: /join#(\S+)/.exec(text)?.[1] ?? "" };
}

async function invited(role: "team:member" | "team:owner" = "team:member") {
  const { invite } = await service.ok(contract.createTeamInvite, { ...ofTeam(), body: { email: address(), role } });
  return invite;
}

test("who makes an invite gets its link; no list and no later change answers one", async () => {
  const { id, url } = await invited();
  expect(url).toContain("/join#");
  const sent = await service.ok(contract.sendTeamInviteEmail, { params: { id }, body: {} });
  const changed = await service.ok(contract.updateTeamInvite, { params: { id }, body: { role: "team:builder" } });
  const body = { email: address(), role: "organization:member" as const };
  await service.ok(contract.inviteOrgMember, { ...ofOrganization(), body }, { as: "director" });
  const lists = [
    await service.ok(contract.listTeamInvites, ofTeam()),
    await service.ok(contract.listOrganizationInvites, ofOrganization(), { as: "director" }),
  ];
  for (const { total } of lists) expect(total).toBeGreaterThan(0);
  expect(JSON.stringify([sent, changed, lists])).not.toContain("/join");
});

describe.each(["organization:admin", "organization:owner", "organization:executive"] as const)(
  "an invite as %s that names a team",
  (role) => {
    test("is shown to the organization, and in the team neither shown nor handed out nor changed", async () => {
      const { id, email } = await invitedAs(role);
      const { invites } = await service.ok(contract.listTeamInvites, ofTeam(), manager);
      expect(invites.map((one) => one.email)).not.toContain(email);
      const ofAll = await service.ok(contract.listOrganizationInvites, ofOrganization(), { as: "director" });
      expect(ofAll.invites.find((one) => one.id === id)).toMatchObject({ email, role, team_name: "Team" });
      for (const as of [manager, { as: "owner" } as const]) {
        await service.fails(urls.getTeamInviteUrl, { params: { id } }, "forbidden", as);
        await service.fails(contract.sendTeamInviteEmail, { params: { id }, body: {} }, "forbidden", as);
        await service.fails(contract.updateTeamInvite, { params: { id }, body: { role: "team:member" } }, "forbidden", as);
      }
      await service.ok(contract.deleteOrganizationInvite, { params: { ...ofOrganization().params, id } }, { as: "director" });
    });

    test("says both roles to the person it is for", async () => {
      const { token, text } = await invitedAs(role);
      const name = { "organization:admin": "Administrator", "organization:owner": "Owner", "organization:executive": "Executive" }[role];
      const { invite } = await service.ok(lookAtInvite, { body: { token } }, { as: null });
      expect(invite.role).toBe(`Member, and ${name} of Organization`);
      expect(text).toContain(`as Member, and ${name} of Organization`);
    });
  },
);

test("a link is asked for again by who may give the role", async () => {
  const { id, url } = await invited("team:owner");
  expect(await service.ok(urls.getTeamInviteUrl, { params: { id } })).toEqual({ url });
  await service.fails(urls.getTeamInviteUrl, { params: { id } }, "forbidden", manager);
  await service.ok(contract.updateTeamInvite, { params: { id }, body: { role: "team:member" } });
  const again = await service.ok(urls.getTeamInviteUrl, { params: { id } }, manager);
  await service.ok(lookAtInvite, { body: { token: tokenIn(again.url) } }, { as: null });
  await service.ok(contract.deleteTeamInvite, { params: { id } });
  await service.fails(urls.getTeamInviteUrl, { params: { id } }, "not_found");
});

test("the link of an invite to the organization is asked for by who may give its role", async () => {
  const { id, token } = await invitedAs("organization:executive");
  const { id: lower } = await invitedAs("organization:admin");
  const one = (which: string) => ({ params: { ...ofOrganization().params, id: which } });
  await service.fails(urls.getOrganizationInviteUrl, one(id), "forbidden", { as: "director" });
  expect(tokenIn((await service.ok(urls.getOrganizationInviteUrl, one(id), await executive())).url)).toBe(token);
  await service.ok(urls.getOrganizationInviteUrl, one(lower), { as: "director" });
  await service.fails(urls.getOrganizationInviteUrl, one((await invited()).id), "not_found", { as: "director" });
});

test("a link gives the role that it was made for: another role ends it, and its mail is sent again", async () => {
  const { id, url, email } = await invited();
  await service.ok(contract.sendTeamInviteEmail, { params: { id }, body: {} });
  await expect.poll(() => mail.mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
  const { invite } = await service.ok(contract.updateTeamInvite, { params: { id }, body: { role: "team:owner" } });
  expect(["waiting", "sent"]).toContain(invite.mail);
  const body = { token: tokenIn(url), name: "Early", password: "correct horse battery" };
  await service.fails(registerByInvite, { body }, "invite_over", { as: null });
  await expect.poll(() => mail.mails.filter(({ to }) => to.includes(email))).toHaveLength(2);
  const again = await service.ok(urls.getTeamInviteUrl, { params: { id } });
  expect(mail.mails.findLast(({ to }) => to.includes(email))?.mail.text).toContain(again.url);
  await service.ok(registerByInvite, { body: { ...body, token: tokenIn(again.url) } }, { as: null });
});
