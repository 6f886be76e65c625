import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { streamEvents } from "#contract/runs/live.ts";
import { createApiKey, revokeApiKey } from "#contract/teams/api-keys.ts";
import * as contract from "#contract/teams/members.ts";
import * as organization from "#contract/teams/organization-members.ts";
import { teamRoles } from "#contract/roles.ts";
import { getSession } from "#contract/teams/session.ts";
import { memberOf } from "#server/gates/stage/members.ts";
import { type TestService, addressOf, note, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const of = (memberId: string) => ({ params: { teamId: service.teamId, memberId } });
const ofOrganization = (memberId: string) => ({ params: { orgId: service.organizationId, memberId } });

async function roleOf(key: string): Promise<string | undefined> {
  return (await service.ok(getSession, {}, { as: { key } })).session.teams.find(({ id }) => id === service.teamId)?.role;
}

describe("a role", () => {
  test("is changed by a Manager, never above their own, and counts from the next request on", async () => {
    const { id, key } = await memberOf({ service, teamId: service.teamId });
    const { member } = await service.ok(contract.updateTeamMember, { ...of(id), body: { role: "team:builder" } }, { as: "manager" });
    expect(member).toMatchObject({ id, role: "team:builder", inheritedFromOrg: false });
    expect(await roleOf(key)).toBe("team:builder");
    await service.fails(contract.updateTeamMember, { ...of(id), body: { role: "team:owner" } }, "forbidden", { as: "manager" });
    await service.fails(contract.updateTeamMember, { ...of(id), body: { role: "team:owner" } }, "forbidden", { as: "administrator" });
    const above = { ...of(service.ids.administrator), body: { role: "team:member" as const } };
    await service.fails(contract.updateTeamMember, above, "forbidden", { as: "manager" });
  });

  test("that comes from the organization is changed there", async () => {
    const body = { role: "team:member" as const };
    await service.fails(contract.updateTeamMember, { ...of(service.ids.director), body }, "inherited_role");
    await service.fails(contract.removeTeamMember, of(service.ids.director), "inherited_role");
  });

  test("of the last Owner stays", async () => {
    await service.fails(contract.updateTeamMember, { ...of(service.ids.owner), body: { role: "team:manager" } }, "last_owner");
    await service.fails(contract.removeTeamMember, of(service.ids.owner), "last_owner");
  });
});

test("of 64 Owners who leave at once, one stays", async () => {
  const { rows } = await service.pool.query<{ id: string }>(
    "insert into teams (id, organization_id, name) select gen_random_uuid(), organization_id, 'Crowded' from teams where id = $1 returning id",
    [service.teamId],
  );
  const teamId = rows[0]?.id ?? "";
  const owners = [];
  for (let made = 0; made < 64; made++) owners.push(await memberOf({ service, teamId }, "team:owner"));
  const left = await Promise.all(
    owners.map(({ id, key }, at) =>
      at % 2 === 0
        ? service.call(contract.removeTeamMember, { params: { teamId, memberId: id } }, { as: { key } })
        : service.call(contract.updateTeamMember, { params: { teamId, memberId: id }, body: { role: "team:member" } }, { as: { key } }),
    ),
  );
  expect(left.filter(({ status }) => status === 200)).toHaveLength(63);
  expect(left.flatMap(({ error }) => error?.error ?? [])).toEqual(["last_owner"]);
  const { rows: kept } = await service.pool.query("select from team_members where team_id = $1 and role = 'team:owner'", [teamId]);
  expect(kept).toHaveLength(1);
});

describe("an organization", () => {
  test("lists its members and changes their roles, which count in its teams at once", async () => {
    const { id, key, email } = await memberOf({ service, teamId: service.teamId }, null);
    const as = { as: "director" } as const;
    const { members, total } = await service.ok(
      organization.listOrganizationMembers,
      { params: ofOrganization(id).params, query: { search: email } },
      as,
    );
    expect({ members, total }).toEqual({
      members: [{ id, name: "Further member", email, role: "organization:member", teams: 0 }],
      total: 1,
    });
    expect(await roleOf(key)).toBeUndefined();
    await service.ok(organization.updateOrganizationMember, { ...ofOrganization(id), body: { role: "organization:admin" } }, as);
    expect(await roleOf(key)).toBe("team:superadmin");
    const above = { ...ofOrganization(id), body: { role: "organization:owner" as const } };
    await service.fails(organization.updateOrganizationMember, above, "forbidden", as);
    await service.ok(organization.removeOrganizationMember, ofOrganization(id), as);
    expect(await roleOf(key)).toBeUndefined();
    await service.fails(organization.removeOrganizationMember, ofOrganization(id), "not_found", as);
  });

  test("keeps an Executive, and each team of somebody who leaves its Owner", async () => {
    const { id, key } = await memberOf({ service, teamId: service.teamId }, null);
    await service.pool.query("update organization_members set role = 'organization:executive' where user_id = $1", [id]);
    const as = { as: { key } };
    await service.fails(organization.removeOrganizationMember, ofOrganization(id), "last_executive", as);
    await service.fails(
      organization.updateOrganizationMember,
      { ...ofOrganization(id), body: { role: "organization:member" } },
      "last_executive",
      as,
    );
    await service.fails(organization.removeOrganizationMember, ofOrganization(service.ids.owner), "last_owner", as);
    await service.pool.query("update organization_members set role = 'organization:member' where user_id = $1", [id]);
  });
});

test("the members of a team are filtered by the role that they have here, and ordered by it", async () => {
  const query = { sort: "role", order: "desc", limit: 100 } as const;
  const { members, total } = await service.ok(contract.listTeamMembers, { params: { teamId: service.teamId }, query });
  const heights = members.map(({ role }) => teamRoles.indexOf(role));
  expect(heights).toEqual(heights.toSorted((one, other) => one - other));
  // Those of the organization are among them by the role that it gives here.
  expect(members.some(({ inheritedFromOrg, role }) => inheritedFromOrg && role === "team:superadmin")).toBe(true);
  let found = 0;
  for (const role of teamRoles) {
    const some = await service.ok(contract.listTeamMembers, { params: { teamId: service.teamId }, query: { role, limit: 100 } });
    expect(some.members.map(({ id }) => id).toSorted()).toEqual(
      members
        .filter((one) => one.role === role)
        .map(({ id }) => id)
        .toSorted(),
    );
    found += some.total;
  }
  expect(found).toBe(total);
});

/** What a stream says, and its end. */
async function listen(key: string) {
  const control = new AbortController();
  const address = service.url + addressOf(streamEvents, { params: { teamId: service.teamId } });
  const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` }, signal: control.signal });
  note(streamEvents, answer.ok ? "success" : String(answer.status));
  let text = "";
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) text += decoder.decode(chunk, { stream: true });
  })().catch(() => undefined);
  await expect.poll(() => text).toContain(": open");
  return { ended, text: () => text, close: () => control.abort() };
}

describe("an open stream", () => {
  test("ends with the membership, without waiting for a beat", async () => {
    const { id, key } = await memberOf({ service, teamId: service.teamId });
    const stream = await listen(key);
    await service.ok(contract.removeTeamMember, of(id));
    await stream.ended;
    expect(stream.text()).toContain('"topic":"access"');
  });

  test("ends with the key that opened it", async () => {
    const { key: first } = await memberOf({ service, teamId: service.teamId });
    const { api_key, key } = await service.ok(createApiKey, { body: { name: "Streams" } }, { as: { key: first } });
    const stream = await listen(key);
    await service.ok(revokeApiKey, { params: { id: api_key.id } }, { as: { key: first } });
    await stream.ended;
  });

  test("shows what others may not see from the moment of the role on", async () => {
    const { id, key } = await memberOf({ service, teamId: service.teamId }, "team:manager");
    const stream = await listen(key);
    const { live } = service.app.services;
    const publish = (about: string) => live.publish({ teamId: service.teamId, topic: "run", id: about, userId: service.ids.owner });
    publish("before");
    await service.ok(contract.updateTeamMember, { ...of(id), body: { role: "team:member" } });
    publish("after");
    live.publish({ teamId: service.teamId, topic: "queue", id: "last" });
    await expect.poll(stream.text).toContain('"last"');
    expect(stream.text()).toContain('"before"');
    expect(stream.text()).not.toContain('"after"');
    stream.close();
  });
});
