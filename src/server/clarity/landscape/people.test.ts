import { afterAll, beforeAll, expect, it } from "vitest";
import { getClarityProcessLandscape } from "#contract/clarity/landscape.ts";
import { createClarityLandscapeNode, proposeClarityLandscapeProcess } from "#contract/clarity/nodes.ts";
import {
  batchAddClarityLandscapeNodePeople,
  getClarityHierarchyPeople,
  listClarityLandscapeNodePeople,
  maxPeople,
  updateClarityLandscapeNodePerson,
} from "#contract/clarity/people.ts";
import { listClarityProcesses } from "#contract/clarity/processes.ts";
import { createTeamInvite } from "#contract/teams/invites.ts";
import { registerByInvite } from "#contract/teams/joining.ts";
import { address } from "#server/gates/stage/invites.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const org = () => ({ params: { orgId: service.organizationId } });
const place = (name: string) =>
  service.ok(proposeClarityLandscapeProcess, { ...org(), body: { name, teamId: service.teamId } }, { as: "manager" });
const list = async (nodeId: string, as: PersonName = "member", teamId?: string) =>
  (
    await service.ok(
      listClarityLandscapeNodePeople,
      { params: { orgId: service.organizationId, nodeId }, query: { ...(teamId && { teamId }) } },
      { as },
    )
  ).people;
type People = ({ userId: string } | { email: string })[];
const add = async (nodeIds: string[], people: People, as: PersonName = "manager") =>
  (await service.ok(batchAddClarityLandscapeNodePeople, { ...org(), body: { nodeIds, people } }, { as })).results;

it("are added to several processes, each pair with its own result", async () => {
  const [one, two] = [await place("Pay an invoice"), await place("Close the month")];
  const unknown = "00000000-0000-4000-8000-000000000000";
  const people = [{ userId: service.ids.member }, { email: "Someone@Example.org" }, { email: "member@example.com" }];
  const results = await add([one.id, two.id], people);
  expect(results.map(({ nodeId, status }) => `${nodeId === one.id ? 1 : 2} ${status}`)).toEqual([
    "1 added",
    "1 added",
    "1 conflict",
    "2 added",
    "2 added",
    "2 conflict",
  ]);
  expect(await list(one.id)).toMatchObject([
    { userId: service.ids.member, name: "member", email: "member@example.com", role: null, status: "accepted", captureCount: 0 },
    { userId: null, name: "someone@example.org", email: "someone@example.org", status: "pending" },
  ]);
  expect((await add([one.id], [{ email: "someone@example.org" }]))[0]).toMatchObject({ status: "conflict" });
  for (const userId of [unknown, service.ids.stranger]) {
    const strange = { ...org(), body: { nodeIds: [one.id], people: [{ email: "first@example.org" }, { userId }] } };
    const named = await service.fails(batchAddClarityLandscapeNodePeople, strange, "not_found", { as: "manager" });
    expect(named.message).toBe(`The organization has no member with the id ${userId}. No person was added.`);
  }
  const nowhere = { ...org(), body: { nodeIds: [one.id, unknown], people: [{ email: "first@example.org" }] } };
  const refused = await service.fails(batchAddClarityLandscapeNodePeople, nowhere, "not_found", { as: "manager" });
  expect(refused.message).toBe(`There is no place with the id ${unknown}. No person was added.`);
  expect(await list(one.id)).toHaveLength(2);
  const body = { nodeIds: [one.id], people: [{ userId: service.ids.owner }] };
  await service.fails(batchAddClarityLandscapeNodePeople, { ...org(), body }, "forbidden", { as: "builder" });
  await service.fails(batchAddClarityLandscapeNodePeople, { ...org(), body }, "not_found", { as: "neighbour" });
  const { processes } = await service.ok(listClarityProcesses, { params: { teamId: service.teamId }, query: { limit: 10, offset: 0 } });
  expect(processes.find(({ id }) => id === one.processId)?.pending_invitation_count).toBe(1);
  const { nodes } = await service.ok(getClarityProcessLandscape, { ...org(), query: { rootId: one.id } });
  expect(nodes[0]?.process?.people.map(({ name }) => name)).toEqual(["member", "someone@example.org"]);
});

it("wait with their invite, and are members from when they join", async () => {
  const one = await place("Order supplies");
  const email = address();
  await add([one.id], [{ email }]);
  expect(await list(one.id)).toMatchObject([{ email, userId: null, invitationId: null, status: "pending" }]);
  const { invite } = await service.ok(createTeamInvite, { params: { teamId: service.teamId }, body: { email, role: "team:member" } });
  expect(await list(one.id)).toMatchObject([{ email, invitationId: invite.id, status: "pending" }]);
  const token = (invite.url ?? "").split("#")[1] ?? "";
  await service.ok(registerByInvite, { body: { token, name: "Further member", password: "correct horse battery" } }, { as: null });
  const [joined, ...more] = await list(one.id);
  expect(joined).toMatchObject({ email, name: "Further member", invitationId: null, status: "accepted" });
  expect(more).toEqual([]);
  const userId = joined?.userId ?? "";
  expect(await add([one.id], [{ userId }, { email }])).toMatchObject([{ status: "conflict" }, { status: "conflict" }]);
  const { processes } = await service.ok(listClarityProcesses, { params: { teamId: service.teamId }, query: { limit: 10, offset: 0 } });
  expect(processes.find(({ id }) => id === one.processId)?.pending_invitation_count).toBe(0);
  const { nodes } = await service.ok(getClarityProcessLandscape, { ...org(), query: { rootId: one.id } });
  expect(nodes[0]?.process?.people).toMatchObject([{ userId, name: "Further member" }]);
});

it("have a role that Managers change, and that null removes", async () => {
  const one = await place("Receive goods");
  await add([one.id], [{ userId: service.ids.member }]);
  const [person] = await list(one.id);
  const params = { orgId: service.organizationId, nodeId: one.id, personId: person?.id ?? "" };
  const set = (role: string | null, as: PersonName = "manager") =>
    service.call(updateClarityLandscapeNodePerson, { params, body: { role } }, { as });
  expect((await set("Approver")).ok).toMatchObject({ id: person?.id, role: "Approver", name: "member" });
  expect((await list(one.id, "member", service.teamId))[0]?.role).toBe("Approver");
  expect((await set(null)).ok?.role).toBeNull();
  expect((await set("")).ok?.role).toBeNull();
  const input = { params, body: { role: "No" } };
  await service.fails(updateClarityLandscapeNodePerson, input, "forbidden", { as: "builder" });
  await service.fails(updateClarityLandscapeNodePerson, input, "not_found", { as: "neighbour" });
  const other = await place("Count goods");
  await service.fails(updateClarityLandscapeNodePerson, { ...input, params: { ...params, nodeId: other.id } }, "not_found");
  const elsewhere = { ...input, query: { teamId: service.neighbourTeamId } };
  await service.fails(updateClarityLandscapeNodePerson, elsewhere, "not_found", { as: "director" });
});

it("are of processes only, as many as a process has room for", async () => {
  const area = await service.ok(createClarityLandscapeNode, { ...org(), body: { name: "Finance" } }, { as: "director" });
  const proposal = await service.ok(proposeClarityLandscapeProcess, { ...org(), body: { name: "Plan liquidity" } });
  for (const { id: nodeId } of [area, proposal]) {
    const params = { orgId: service.organizationId, nodeId };
    await service.fails(listClarityLandscapeNodePeople, { params }, "no_process", { as: "director" });
    const personId = "00000000-0000-4000-8000-000000000000";
    // Who may not change an area hears the same: more rights would not help.
    for (const as of ["manager", "director"] as const)
      await service.fails(updateClarityLandscapeNodePerson, { params: { ...params, personId }, body: { role: null } }, "no_process", {
        as,
      });
  }
  expect(await add([proposal.id], [{ userId: service.ids.owner }])).toMatchObject([{ status: "failed", personId: null }]);
  const full = await place("Full");
  await service.pool.query(
    `insert into clarity_people (id, process_id, email)
     select gen_random_uuid(), $1, n || '@example.org' from generate_series(1, $2::int) n`,
    [full.processId, maxPeople],
  );
  expect(await add([full.id], [{ userId: service.ids.owner }])).toMatchObject([{ status: "failed" }]);
});

it("are listed for all processes that somebody sees, and for those inside a place", async () => {
  const one = await place("Ship an order");
  await add([one.id], [{ userId: service.ids.owner }]);
  const all = async (as: PersonName, rootId?: string) =>
    service.ok(getClarityHierarchyPeople, { ...org(), query: { ...(rootId && { rootId }) } }, { as });
  expect(await all("member", one.id)).toMatchObject({
    truncated: false,
    people: [{ nodeId: one.id, processId: one.processId, name: "owner" }],
  });
  expect((await all("member")).people.length).toBeGreaterThan(100);
  expect((await all("clarity")).people).toEqual([]);
  await service.fails(getClarityHierarchyPeople, { ...org(), query: { rootId: one.id } }, "not_found", { as: "neighbour" });
});
