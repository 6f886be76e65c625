import { afterAll, beforeAll, expect, it } from "vitest";
import { deleteConnection } from "#contract/connections/connections.ts";
import {
  attachDashboardConnection,
  detachDashboardConnection,
  listDashboardConnections,
  mostConnections,
} from "#contract/dashboards/connections.ts";
import { duplicateDashboard, publishDashboard } from "#contract/dashboards/dashboards.ts";
import { connectionOf } from "#server/gates/examples/connection-objects.ts";
import { dashboardOf } from "#server/gates/stage/dashboards.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const as = { as: "builder" } as const;
const personal = () => connectionOf(stageFor(service, "builder"), false);
const ofBuilder = async () => ({ params: { artifactId: (await dashboardOf(stageFor(service, "builder"))).artifactId } });
const listed = async (one: Awaited<ReturnType<typeof ofBuilder>>) =>
  (await service.ok(listDashboardConnections, one, as)).connections.map(({ connection_id }) => connection_id);

it("attaches what its creator can use, once, and detaches it", async () => {
  const one = await ofBuilder();
  const [own, shared, other] = [
    await personal(),
    await connectionOf(stageFor(service), true),
    await connectionOf(stageFor(service, "member"), false),
  ];
  const attach = (connection_id: string) => ({ ...one, body: { connection_id } });
  await service.ok(attachDashboardConnection, attach(own), as);
  await service.ok(attachDashboardConnection, attach(shared), as);
  await service.fails(attachDashboardConnection, attach(own), "already_attached", as);
  await service.fails(attachDashboardConnection, attach(other), "not_found", as);
  expect(await listed(one)).toEqual([own, shared]);
  const copy = await service.ok(duplicateDashboard, one, as);
  expect(await listed({ params: { artifactId: copy.id } })).toEqual([]);
  const detach = { params: { ...one.params, connectionId: own } };
  await service.ok(detachDashboardConnection, detach, as);
  await service.fails(detachDashboardConnection, detach, "not_found", as);
  expect(await listed(one)).toEqual([shared]);
  await service.ok(deleteConnection, { params: { connection_id: shared } });
  expect(await listed(one)).toEqual([]);
});

it("has ten at most", async () => {
  const one = await ofBuilder();
  for (let i = 0; i < mostConnections; i++)
    await service.ok(attachDashboardConnection, { ...one, body: { connection_id: await personal() } }, as);
  await service.fails(attachDashboardConnection, { ...one, body: { connection_id: await personal() } }, "too_many", as);
  expect((await listed(one)).length).toBe(mostConnections);
});

it("is its creator's, and of a published one an Administrator's, who attaches what the team shares", async () => {
  const one = await ofBuilder();
  const own = await personal();
  const body = { connection_id: own };
  await service.ok(attachDashboardConnection, { ...one, body }, as);
  await service.ok(publishDashboard, { ...one, body: { visibility: "team", permission: "edit" } }, as);
  const detach = { params: { ...one.params, connectionId: own } };
  await service.fails(listDashboardConnections, one, "forbidden", { as: "manager" });
  await service.fails(attachDashboardConnection, { ...one, body }, "forbidden", { as: "manager" });
  await service.fails(detachDashboardConnection, detach, "forbidden", { as: "manager" });
  const administrators = await connectionOf(stageFor(service, "administrator"), false);
  const theirs = { ...one, body: { connection_id: administrators } };
  await service.fails(attachDashboardConnection, theirs, "not_found", { as: "administrator" });
  await service.ok(detachDashboardConnection, detach, { as: "administrator" });
});
