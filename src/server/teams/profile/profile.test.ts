import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "#contract/teams/api-keys.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import * as contract from "#contract/teams/profile.ts";
import { listTeamMembers } from "#contract/teams/members.ts";
import { completeSetup } from "#contract/teams/session.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A key of this person that acts in the team only. */
async function teamKey(as: "owner" | "director", team_id = service.teamId): Promise<{ key: string }> {
  return { key: (await service.ok(createApiKey, { body: { name: "robot", team_id } }, { as })).key };
}

async function names(as: "member" | "director" | { key: string }): Promise<string[]> {
  return (await service.ok(contract.listMyTeams, {}, { as })).teams.map((t) => t.name);
}

function list(query: { search?: string; limit?: number; offset?: number } = {}) {
  return service.ok(listTeamMembers, { params: { teamId: service.teamId }, query });
}

describe("profile", () => {
  test("says who calls and where they begin", async () => {
    const { profile } = await service.ok(contract.getProfile, {}, { as: "member" });
    expect(profile).toEqual({ id: service.ids.member, name: "member", email: "member@example.com", teamId: service.teamId });
  });

  test("begins in the key's team, or in the oldest one", async () => {
    expect((await service.ok(contract.getProfile, {}, { as: "director" })).profile.teamId).toBe(service.teamId);
    const key = await teamKey("director", service.neighbourTeamId);
    expect((await service.ok(contract.getProfile, {}, { as: key })).profile.teamId).toBe(service.neighbourTeamId);
  });

  test("takes a new name from a signed-in person only", async () => {
    await service.fails(contract.updateProfile, { body: { name: "Robot" } }, "session_required");
    await service.fails(contract.updateProfile, { body: { name: "Nobody" } }, "unauthorized", { as: null });
    const empty = await startService({ empty: true });
    const owner = {
      organization_name: "Acme",
      team_name: "Main",
      owner_name: "Olga",
      email: "olga@acme.test",
      password: "a long password",
      sample_workspace: false,
    };
    const answer = await empty.call(completeSetup, { body: owner }, { as: null });
    const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const renamed = await empty.ok(contract.updateProfile, { body: { name: "Olga O’Neill" } }, { as: null, headers: { cookie } });
    expect(renamed.profile.name).toBe("Olga O’Neill");
    expect((await empty.ok(contract.getProfile, {}, { as: null, headers: { cookie } })).profile.name).toBe("Olga O’Neill");
    await empty.close();
  });
});

describe("teams", () => {
  test("are those one has joined; administrators of the organization see all of it", async () => {
    expect(await names("member")).toEqual(["Team"]);
    expect(await names("director")).toEqual(["Team", "Neighbour team"]);
    expect(await names(await teamKey("director", service.neighbourTeamId))).toEqual(["Neighbour team"]);
  });

  test("are read by everybody in them, and do not exist for others", async () => {
    const { team } = await service.ok(contract.getTeam, { params: { teamId: service.teamId } }, { as: "clarity" });
    expect(team).toEqual({
      id: service.teamId,
      name: "Team",
      created_at: expect.any(String),
      organization_id: service.organizationId,
      slack_team_id: null,
      discovery_mode: "request",
    });
    await service.fails(contract.getTeam, { params: { teamId: service.strangerTeamId } }, "not_found", { as: "owner" });
    await service.fails(contract.getTeam, { params: { teamId: service.teamId } }, "not_found", {
      as: await teamKey("director", service.neighbourTeamId),
    });
  });
});

describe("members", () => {
  test("are listed by name, with those who come through the organization", async () => {
    const { members, total, limit, offset } = await list();
    expect(members.map((m) => m.name)).toEqual([
      "administrator",
      "builder",
      "clarity",
      "colleague",
      "director",
      "manager",
      "member",
      "owner",
    ]);
    expect({ total, limit, offset }).toEqual({ total: 8, limit: 50, offset: 0 });
    expect(members.find((m) => m.name === "director")).toEqual({
      id: service.ids.director,
      name: "director",
      email: "director@example.com",
      role: "team:superadmin",
      inheritedFromOrg: true,
    });
    expect(members.find((m) => m.name === "owner")).toMatchObject({ role: "team:owner", inheritedFromOrg: false });
  });

  test("are found by a part of name or address, taken literally", async () => {
    expect((await list({ search: "IRECT" })).members.map((m) => m.name)).toEqual(["director"]);
    expect((await list({ search: "builder@" })).total).toBe(1);
    expect((await list({ search: "%" })).total).toBe(0);
  });

  test("come in pages that keep the total", async () => {
    const page = await list({ limit: 3, offset: 6 });
    expect(page.members.map((m) => m.name)).toEqual(["member", "owner"]);
    expect(await list({ offset: 9_007_199_254_740_991 })).toMatchObject({ members: [], total: 8 });
  });

  test("are not shown below Member", async () => {
    await service.fails(listTeamMembers, { params: { teamId: service.teamId }, query: {} }, "forbidden", { as: "clarity" });
    await service.fails(listTeamMembers, { params: { teamId: service.teamId }, query: {} }, "not_found", { as: "stranger" });
  });
});

describe("organizations", () => {
  test("are the caller's, with role and size", async () => {
    const { memberships } = await service.ok(contract.listMyOrganizations, {}, { as: "director" });
    expect(memberships).toEqual([
      {
        organization: { id: service.organizationId, name: "Organization", discoveryMode: "request", createdAt: expect.any(String) },
        role: "organization:admin",
        memberCount: 9,
      },
    ]);
    expect((await service.ok(contract.listMyOrganizations, {}, { as: await teamKey("owner") })).memberships).toHaveLength(1);
  });
});

test("capabilities are shown to every caller", async () => {
  const capabilities = await service.ok(getCapabilities, {}, { as: "clarity" });
  expect(Array.isArray(capabilities.models)).toBe(true);
  await service.fails(getCapabilities, {}, "unauthorized", { as: null });
});
