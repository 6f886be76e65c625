import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getClarityProcessLandscape, getClarityProcessTree, listClarityLandscapeCaptures } from "#contract/clarity/landscape.ts";
import { maxNodes } from "#contract/clarity/node.ts";
import {
  assignClarityLandscapeNodeTeam,
  createClarityLandscapeNode,
  createClarityProcessNode,
  declineClarityLandscapeNode,
  deleteClarityLandscapeNode,
  proposeClarityLandscapeProcess,
  setClarityLandscapeNodePlacement,
  updateClarityLandscapeNode,
} from "#contract/clarity/nodes.ts";
import {
  createClarityProcess,
  deleteClarityProcess,
  getClarityProcess,
  maxTeamProcesses,
  updateClarityProcess,
} from "#contract/clarity/processes.ts";
import { patchProcess } from "#server/clarity/processes/processes.store.ts";
import { processOf } from "#server/gates/stage/clarity.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const org = () => ({ params: { orgId: service.organizationId } });
const at = (nodeId: string) => ({ params: { orgId: service.organizationId, nodeId } });
const area = async (name: string, parentId: string | null = null) =>
  (await service.ok(createClarityLandscapeNode, { ...org(), body: { name, parentId } }, { as: "director" })).id;
const propose = (body: { name: string; parentId?: string | null; teamId?: string }, as: PersonName = "member") =>
  service.ok(proposeClarityLandscapeProcess, { ...org(), body }, { as });
const real = (name: string, parentId: string | null = null) => propose({ name, parentId, teamId: service.teamId }, "manager");
const landscape = (as: PersonName = "owner", rootId?: string) =>
  service.ok(getClarityProcessLandscape, { ...org(), query: { ...(rootId && { rootId }) } }, { as });
const namesOf = async (as: PersonName, rootId?: string) => (await landscape(as, rootId)).nodes.map(({ name, depth }) => `${depth} ${name}`);

describe("a landscape", () => {
  it("has areas and processes behind their parents, with what is known of each", async () => {
    const finance = await area("Finance");
    const payables = await area("Payables", finance);
    const id = await processOf(stageFor(service));
    const place = await service.ok(createClarityProcessNode, { ...org(), body: { processId: id, parentId: payables } }, { as: "manager" });
    expect(place).toMatchObject({ kind: "process", processId: id, existence: "active", source: "human", team: { id: service.teamId } });
    await service.fails(createClarityProcessNode, { ...org(), body: { processId: id, parentId: null } }, "already_placed", {
      as: "manager",
    });
    expect(await namesOf("member", finance)).toEqual(["0 Finance", "1 Payables", "2 Pay an invoice"]);
    const { nodes, stats } = await landscape("member", payables);
    expect(nodes[1]).toMatchObject({
      parentId: payables,
      process: {
        status: "complete",
        summary: "An invoice is checked.",
        captureCount: 1,
        contributors: [{ userName: "owner" }],
        people: [],
      },
      assignedTeam: { id: service.teamId },
      labels: [],
    });
    expect(stats).toMatchObject({ totalNodes: 2, processNodes: 1, proposedNodes: 0, unsortedProcesses: 0 });
    // Before its first version is live, its draft says what it is.
    const becomes = (status: string) =>
      service.pool.query("update clarity_snapshots set status = $2 where process_id = $1 and kind = 'current_process'", [id, status]);
    const summary = async () => (await landscape("member", payables)).nodes[1]?.process?.summary;
    await becomes("draft");
    expect(await summary()).toBe("An invoice is checked.");
    await becomes("generating");
    expect(await summary()).toBeNull();
    await becomes("live");
    const { nodes: tree } = await service.ok(getClarityProcessTree, { ...org(), query: { rootId: finance } }, { as: "member" });
    expect(tree.map(({ depth, team }) => [depth, team?.id ?? null])).toEqual([
      [0, null],
      [1, null],
      [2, service.teamId],
    ]);
    expect(await service.ok(listClarityLandscapeCaptures, org(), { as: "member" })).toEqual({ captures: [], total: 0, truncated: false });
    for (const endpoint of [getClarityProcessTree, getClarityProcessLandscape])
      await service.fails(endpoint, { ...org(), query: { rootId: service.teamId } }, "not_found");
  });

  it("hides processes of other teams and restricted ones, and everything from Clarity members", async () => {
    const root = await area("Orders");
    const own = await real("Enter an order", root);
    const inside = await real("Check an order", own.id);
    await service.ok(
      updateClarityProcess,
      { params: { process_id: own.processId ?? "" }, body: { visibility: "restricted" } },
      { as: "manager" },
    );
    expect(await namesOf("member", root)).toEqual(["0 Orders", "1 Check an order"]);
    expect((await landscape("member", root)).nodes[1]?.parentId).toBe(root);
    expect(await namesOf("manager", root)).toEqual(["0 Orders", "1 Enter an order", "2 Check an order"]);
    expect(await namesOf("director", root)).toHaveLength(3);
    expect(await namesOf("neighbour", root)).toEqual(["0 Orders"]);
    expect(await landscape("clarity")).toMatchObject({ nodes: [], links: [], unlinkedProcesses: [] });
    await service.fails(updateClarityLandscapeNode, { ...at(inside.id), body: { name: "No" } }, "not_found", { as: "neighbour" });
    await service.fails(getClarityProcessLandscape, { ...org(), query: {} }, "not_found", { as: "stranger" });
  });

  it("lists processes without a place as unsorted", async () => {
    const { process } = await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: { name: "Book travel" } });
    const shown = async (as: PersonName) => (await landscape(as)).unlinkedProcesses.map(({ id }) => id);
    expect(await shown("member")).toContain(process.id);
    expect(await shown("neighbour")).not.toContain(process.id);
    await service.fails(createClarityProcessNode, { ...org(), body: { processId: process.id, parentId: null } }, "not_found", {
      as: "neighbour",
    });
    await service.fails(createClarityProcessNode, { ...org(), body: { processId: process.id, parentId: null } }, "forbidden", {
      as: "builder",
    });
    await service.ok(createClarityProcessNode, { ...org(), body: { processId: process.id, parentId: null } });
    expect(await shown("member")).not.toContain(process.id);
  });
});

describe("a place", () => {
  it("is made by administrators, or proposed by Members; an equal proposal is the one that is there", async () => {
    const body = { name: "People" };
    for (const as of ["owner", "member"] as const) await service.fails(createClarityLandscapeNode, { ...org(), body }, "forbidden", { as });
    const proposal = {
      ...org(),
      body: { ...body, creationMode: "proposal" as const, ownerLabel: "Controlling", description: "All of it" },
    };
    await service.fails(createClarityLandscapeNode, proposal, "forbidden", { as: "clarity" });
    const made = await service.ok(createClarityLandscapeNode, proposal, { as: "member" });
    expect(made).toMatchObject({ kind: "area", existence: "proposed", ownerLabel: "Controlling", existenceConfirmedAt: null, team: null });
    const again = await service.ok(createClarityLandscapeNode, { ...org(), body: { name: "people", creationMode: "proposal" } });
    expect(again.id).toBe(made.id);
    const change = { ...at(made.id), body: { ownerLabel: "Accounts payable" } };
    expect(await service.ok(updateClarityLandscapeNode, change, { as: "manager" })).toMatchObject({
      existence: "proposed",
      ownerLabel: "Accounts payable",
    });
    const accepted = await service.ok(updateClarityLandscapeNode, { ...at(made.id), body: {} }, { as: "director" });
    expect(accepted).toMatchObject({ existence: "active", name: "People" });
    expect(accepted.existenceConfirmedAt).not.toBeNull();
    await service.fails(createClarityLandscapeNode, { ...org(), body: { ...body, parentId: service.teamId } }, "not_found", {
      as: "director",
    });
  });

  it("is renamed with its process, by whoever manages it", async () => {
    const root = await area("IT");
    const place = await real("Grant access", root);
    const renamed = await service.ok(updateClarityLandscapeNode, {
      ...at(place.id),
      body: { name: "Give access", ownerLabel: "Service desk" },
    });
    expect(renamed).toMatchObject({ name: "Give access", ownerLabel: "Service desk" });
    const { process } = await service.ok(getClarityProcess, { params: { process_id: place.processId ?? "" } });
    expect(process.name).toBe("Give access");
    expect((await service.ok(updateClarityLandscapeNode, { ...at(place.id), body: { ownerLabel: "" } })).ownerLabel).toBeNull();
    await service.fails(updateClarityLandscapeNode, { ...at(place.id), body: { name: "No" } }, "forbidden", { as: "builder" });
    await service.fails(updateClarityLandscapeNode, { ...at(root), body: { name: "No" } }, "forbidden", { as: "owner" });
    await service.ok(updateClarityLandscapeNode, { ...at(root), body: { name: "Technology" } }, { as: "director" });
  });

  it("moves with what is inside it, never into itself and never past eight levels", async () => {
    const [sales, care] = [await area("Sales"), await area("Care")];
    const inner = await area("Quotes", sales);
    const move = (nodeId: string, parentId: string | null) => ({ ...at(nodeId), body: { parentId } });
    await service.fails(setClarityLandscapeNodePlacement, move(sales, inner), "would_circle", { as: "director" });
    await service.fails(setClarityLandscapeNodePlacement, move(sales, sales), "would_circle", { as: "director" });
    await service.ok(setClarityLandscapeNodePlacement, move(sales, care), { as: "director" });
    expect(await namesOf("director", care)).toEqual(["0 Care", "1 Sales", "2 Quotes"]);
    await service.fails(setClarityLandscapeNodePlacement, move(sales, null), "forbidden", { as: "owner" });
    await service.fails(setClarityLandscapeNodePlacement, move(sales, service.teamId), "not_found", { as: "director" });
    let deep = inner;
    for (let level = 4; level <= 8; level++) deep = await area(`Level ${level}`, deep);
    const below = { ...org(), body: { name: "Level 9", parentId: deep } };
    await service.fails(createClarityLandscapeNode, below, "too_deep", { as: "director" });
    await service.fails(proposeClarityLandscapeProcess, below, "too_deep", { as: "member" });
    const other = await area("Elsewhere");
    await area("Within", other);
    await service.fails(setClarityLandscapeNodePlacement, move(other, deep), "too_deep", { as: "director" });
    const { process } = await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: {} });
    await service.fails(createClarityProcessNode, { ...org(), body: { processId: process.id, parentId: deep } }, "too_deep");
  });
});

describe("a proposal", () => {
  it("becomes a process of a team, once", async () => {
    const proposed = await propose({ name: "Survey customers" });
    expect(proposed).toMatchObject({ kind: "process", existence: "proposed", processId: null, team: null });
    const accept = { ...at(proposed.id), body: { teamId: service.teamId, intent: "accept-proposal" as const } };
    await service.fails(assignClarityLandscapeNodeTeam, accept, "forbidden", { as: "builder" });
    await service.fails(assignClarityLandscapeNodeTeam, accept, "not_found", { as: "neighbour" });
    const accepted = await service.ok(assignClarityLandscapeNodeTeam, accept, { as: "manager" });
    expect(accepted).toMatchObject({ existence: "active", team: { id: service.teamId } });
    expect(accepted.existenceConfirmedAt).not.toBeNull();
    const { process } = await service.ok(getClarityProcess, { params: { process_id: accepted.processId ?? "" } });
    expect(process).toMatchObject({ name: "Survey customers", user_id: service.ids.manager });
    await service.fails(assignClarityLandscapeNodeTeam, accept, "already_active", { as: "manager" });
    const root = await area("No team");
    await service.fails(assignClarityLandscapeNodeTeam, { ...at(root), body: { teamId: service.teamId } }, "invalid_request", {
      as: "director",
    });
  });

  it("is declined with the proposals inside it; processes become unsorted, and areas of people move up", async () => {
    const root = await area("Support");
    const proposed = await service.ok(
      createClarityLandscapeNode,
      { ...org(), body: { name: "Claims", parentId: root, creationMode: "proposal" } },
      { as: "member" },
    );
    await propose({ name: "Pay a claim", parentId: proposed.id });
    const kept = await real("Check a claim", proposed.id);
    await area("Fraud", proposed.id);
    await service.fails(declineClarityLandscapeNode, at(proposed.id), "forbidden", { as: "builder" });
    expect(await service.ok(declineClarityLandscapeNode, at(proposed.id), { as: "manager" })).toEqual({
      deletedCount: 2,
      detachedCount: 1,
    });
    expect(await namesOf("director", root)).toEqual(["0 Support", "1 Fraud"]);
    expect((await landscape()).unlinkedProcesses.map(({ id }) => id)).toContain(kept.processId);
    await service.fails(declineClarityLandscapeNode, at(root), "already_active", { as: "director" });
  });
});

describe("a process", () => {
  it("goes to another team, and not while it is generated", async () => {
    const place = await real("Ship an order");
    const to = (teamId: string) => ({ ...at(place.id), body: { teamId } });
    await service.fails(assignClarityLandscapeNodeTeam, to(service.neighbourTeamId), "not_found", { as: "manager" });
    const { db } = service.app.services.store;
    await patchProcess(db, place.processId ?? "", { status: "generating" });
    await service.fails(assignClarityLandscapeNodeTeam, to(service.neighbourTeamId), "process_generating", { as: "director" });
    await service.fails(deleteClarityLandscapeNode, at(place.id), "process_generating", { as: "director" });
    await patchProcess(db, place.processId ?? "", { status: "draft" });
    const moved = await service.ok(assignClarityLandscapeNodeTeam, to(service.neighbourTeamId), { as: "director" });
    expect(moved.team?.id).toBe(service.neighbourTeamId);
    await service.fails(getClarityProcess, { params: { process_id: place.processId ?? "" } }, "not_found", { as: "manager" });
  });

  it("is deleted with its place; what was inside it moves up, or becomes unsorted with the place", async () => {
    const root = await area("Warehouse");
    const outer = await real("Receive goods", root);
    const inner = await real("Count goods", outer.id);
    await service.fails(deleteClarityLandscapeNode, at(outer.id), "forbidden", { as: "manager" });
    await service.ok(deleteClarityProcess, { params: { process_id: outer.processId ?? "" } }, { as: "manager" });
    expect(await namesOf("member", root)).toEqual(["0 Warehouse", "1 Count goods"]);
    const last = await real("Put away", inner.id);
    expect(await service.ok(deleteClarityLandscapeNode, at(inner.id), { as: "director" })).toEqual({ deletedCount: 1, detachedCount: 1 });
    await service.fails(getClarityProcess, { params: { process_id: inner.processId ?? "" } }, "not_found");
    expect((await landscape()).unlinkedProcesses.map(({ id }) => id)).toContain(last.processId);
    const leaf = await real("Pick and pack", root);
    await service.fails(deleteClarityLandscapeNode, at(leaf.id), "forbidden", { as: "builder" });
    expect(await service.ok(deleteClarityLandscapeNode, at(leaf.id), { as: "manager" })).toEqual({ deletedCount: 1, detachedCount: 0 });
    await service.fails(deleteClarityLandscapeNode, at(leaf.id), "not_found", { as: "manager" });
  });
});

it("has room for a thousand places, of which each is answered, and for as many processes of a team", async () => {
  await service.pool.query(
    `insert into clarity_nodes (id, organization_id, kind, name, existence, source)
     select gen_random_uuid(), $1, 'area', 'Many', 'active', 'human'
     from generate_series(1, $2::int - (select count(*)::int from clarity_nodes where organization_id = $1))`,
    [service.organizationId, maxNodes],
  );
  expect(await landscape("director")).toMatchObject({ truncated: false, stats: { totalNodes: maxNodes } });
  const body = { name: "One more" };
  await service.fails(createClarityLandscapeNode, { ...org(), body }, "too_many", { as: "director" });
  await service.fails(proposeClarityLandscapeProcess, { ...org(), body }, "too_many", { as: "member" });
  const { process } = await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: {} });
  await service.fails(createClarityProcessNode, { ...org(), body: { processId: process.id, parentId: null } }, "too_many");
  await service.pool.query(
    `insert into clarity_processes (id, team_id, user_id, name)
     select gen_random_uuid(), $1, $2, 'Many' from generate_series(1, $3::int)`,
    [service.teamId, service.ids.owner, maxTeamProcesses],
  );
  const { rows } = await service.pool.query<{ id: string }>(
    "update clarity_nodes set kind = 'process', existence = 'proposed' where name = 'Many' returning id",
  );
  await service.fails(assignClarityLandscapeNodeTeam, { ...at(rows[0]?.id ?? ""), body: { teamId: service.teamId } }, "too_many");
});
