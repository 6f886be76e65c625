import { afterAll, beforeAll, expect, it } from "vitest";
import { getClarityProcessLandscape } from "#contract/clarity/landscape.ts";
import {
  createClarityProcessLink,
  deleteClarityProcessLink,
  listClarityProcessLinks,
  maxLinks,
  updateClarityProcessLink,
} from "#contract/clarity/links.ts";
import { createClarityLandscapeNode, proposeClarityLandscapeProcess } from "#contract/clarity/nodes.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const org = () => ({ params: { orgId: service.organizationId } });
const place = async (name: string, teamId = service.teamId, as: PersonName = "manager") =>
  (await service.ok(proposeClarityLandscapeProcess, { ...org(), body: { name, teamId } }, { as })).id;
const link = (source_node_id: string, target_node_id: string) => ({
  ...org(),
  body: { source_node_id, target_node_id, type: "hands_off_to" as const },
});
const of = (process_link_id: string) => ({ params: { orgId: service.organizationId, process_link_id } });
const list = (as: PersonName, query: object = {}) =>
  service.ok(listClarityProcessLinks, { ...org(), query: { limit: 100, offset: 0, ...query } }, { as });

it("are made once between two processes, by Managers of both", async () => {
  const [from, to] = [await place("Order supplies"), await place("Pay a supplier")];
  const made = await service.call(createClarityProcessLink, link(from, to), { as: "manager" });
  expect([made.status, made.ok]).toMatchObject([201, { created: true, process_link: { state: "confirmed", confidence: null } }]);
  const again = await service.call(createClarityProcessLink, link(from, to), { as: "manager" });
  expect([again.status, again.ok]).toMatchObject([200, { created: false, process_link: { id: made.ok?.process_link.id } }]);
  await service.fails(createClarityProcessLink, link(from, to), "forbidden", { as: "builder" });
  await service.fails(createClarityProcessLink, link(from, from), "invalid_request", { as: "manager" });
  const foreign = await place("Of the neighbour", service.neighbourTeamId, "neighbour");
  await service.fails(createClarityProcessLink, link(from, foreign), "not_found", { as: "manager" });
  const area = await service.ok(createClarityLandscapeNode, { ...org(), body: { name: "Finance" } }, { as: "director" });
  for (const as of ["manager", "director"] as const)
    await service.fails(createClarityProcessLink, link(from, area.id), "invalid_request", { as });
  await service.fails(createClarityProcessLink, link(area.id, from), "invalid_request", { as: "director" });
});

it("are listed to those who see both ends, of one place too", async () => {
  const [a, b, c] = [await place("A"), await place("B"), await place("C")];
  const foreign = await place("D", service.neighbourTeamId, "neighbour");
  const first = (await service.ok(createClarityProcessLink, link(a, b))).process_link;
  const second = (await service.ok(createClarityProcessLink, link(b, c))).process_link;
  await service.ok(createClarityProcessLink, link(a, foreign), { as: "director" });
  const ids = async (as: PersonName, query: object) => (await list(as, query)).process_links.map(({ id }) => id);
  expect(await ids("member", { node_id: b })).toEqual([second.id, first.id]);
  expect(await ids("member", { node_id: a })).toEqual([first.id]);
  expect(await list("director", { node_id: a, limit: 1, offset: 1 })).toMatchObject({
    total: 2,
    limit: 1,
    offset: 1,
    process_links: [{ id: first.id }],
  });
  await service.fails(listClarityProcessLinks, { ...org(), query: { limit: 1, offset: 0, node_id: foreign } }, "not_found", {
    as: "member",
  });
  expect((await list("clarity")).total).toBe(0);
  const { links } = await service.ok(getClarityProcessLandscape, { ...org(), query: {} }, { as: "member" });
  expect(links.filter(({ sourceNodeId }) => sourceNodeId === a)).toMatchObject([{ targetNodeId: b, state: "confirmed" }]);
});

it("are changed and deleted by Managers of both ends", async () => {
  const [a, b, c] = [await place("E"), await place("F"), await place("G")];
  const { id } = (
    await service.ok(createClarityProcessLink, { ...link(a, b), body: { ...link(a, b).body, state: "suggested", confidence: 0.4 } })
  ).process_link;
  await service.ok(createClarityProcessLink, link(a, c));
  const change = (body: object, as: PersonName = "manager") => service.call(updateClarityProcessLink, { ...of(id), body }, { as });
  expect((await change({ state: "confirmed", confidence: null })).ok?.process_link).toMatchObject({ state: "confirmed", confidence: null });
  await service.fails(updateClarityProcessLink, { ...of(id), body: { target_node_id: c } }, "already_linked", { as: "manager" });
  await service.fails(updateClarityProcessLink, { ...of(id), body: { target_node_id: a } }, "invalid_request", { as: "manager" });
  expect((await change({ target_node_id: c, type: "variant_of" })).ok?.process_link).toMatchObject({
    target_node_id: c,
    type: "variant_of",
  });
  await service.fails(updateClarityProcessLink, { ...of(id), body: { state: "suggested" } }, "forbidden", { as: "builder" });
  await service.fails(updateClarityProcessLink, { ...of(id), body: { state: "suggested" } }, "not_found", { as: "neighbour" });
  await service.fails(deleteClarityProcessLink, of(id), "forbidden", { as: "builder" });
  expect(await service.ok(deleteClarityProcessLink, of(id), { as: "manager" })).toEqual({ deleted: true });
  await service.fails(deleteClarityProcessLink, of(id), "not_found", { as: "manager" });
});

it("have room for two thousand in an organization", async () => {
  const [a, b] = [await place("H"), await place("I")];
  const values = [service.organizationId, a, maxLinks];
  await service.pool.query(
    `with many as (insert into clarity_nodes (id, organization_id, kind, name, existence, source, sort_order)
       select gen_random_uuid(), $1, 'process', 'Many', 'proposed', 'ai', 1000 from generate_series(1, $3::int) returning id)
     insert into clarity_links (id, organization_id, source_node_id, target_node_id, type, state)
     select gen_random_uuid(), $1, $2, id, 'hands_off_to', 'confirmed' from many`,
    values,
  );
  await service.fails(createClarityProcessLink, link(a, b), "too_many");
});
