import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { detachDashboardConnection } from "#contract/dashboards/connections.ts";
import { duplicateDashboard, publishDashboard, updateDashboard } from "#contract/dashboards/dashboards.ts";
import { stopDashboardMessage } from "#contract/dashboards/messages.ts";
import { refreshDashboard } from "#contract/dashboards/refresh.ts";
import { listDashboardVersions } from "#contract/dashboards/versions.ts";
import { removeTeamMember } from "#contract/teams/members.ts";
import { insertDashboard } from "#server/dashboards/dashboards/dashboards.store.ts";
import { dashboardOf } from "#server/gates/stage/dashboards.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { said, type TestMcpServer } from "#server/testing/mcp-server.ts";
import type { TestService } from "#server/testing/service.ts";
import { invoices, type Reading, startReading, suppliers } from "#server/dashboards/reads/reading.cases.ts";

let service: TestService;
let server: TestMcpServer;
let reading: Reading;
/** What the service takes for the time while a test says it. */
const clock: { stands?: Date | undefined } = {};
const twoReads = `title Two pages
read search_invoices
table count of connections by supplier.name
read search_invoices with {"page": 2}
table count of connections by supplier.name`;
beforeAll(async () => {
  ({ service, server, reading } = await startReading({ clock: () => clock.stands ?? new Date() }));
});
beforeEach(() => {
  server.call = () => said(JSON.stringify({ invoices }));
});
afterAll(async () => {
  await service.close();
  await server.close();
});

const closed = () => {
  server.call = () => ({ isError: true, content: [{ type: "text", text: "The ledger is closed" }] });
};
/** Reads again by itself at once, and waits for what came of it. */
async function due(id: string, how = "completed") {
  await service.pool.query(
    "update artifacts set refresh_due_at = now() - interval '3 days', next_refresh_at = now() - interval '3 days' where id = $1",
    [id],
  );
  await expect.poll(async () => Date.parse((await reading.get(id)).next_refresh_at ?? "2199") > Date.now()).toBe(true);
  await reading.design("owner").ends(id, how);
}

it("replaces values without a model, and makes no version", async () => {
  const id = await reading.made();
  const before = await reading.design("owner").messages(id);
  server.call = () => said(JSON.stringify({ invoices: [{ number: "B1", supplier: { name: "West" }, total: 3 }] }));
  await reading.refresh(id);
  expect(await suppliers(reading, id)).toEqual([["West", 1, 3]]);
  const { revisions } = await service.ok(listDashboardVersions, reading.at(id));
  expect(revisions).toHaveLength(1);
  expect(await reading.design("owner").messages(id)).toEqual(before);
  const { last_refresh_at, refresh } = await reading.get(id);
  expect(refresh).toEqual({ running: false, failure: null, failed_at: null, paused: false });
  expect((await reading.view(id)).reads[0]?.read_at).toBe(last_refresh_at);
});

it("keeps the values of before with their time and the reason where it fails", async () => {
  const id = await reading.made();
  const [first] = (await reading.view(id)).reads;
  closed();
  await reading.refresh(id, "failed");
  const failure = "search_invoices of “Ledger” failed: The ledger is closed";
  expect((await reading.view(id)).reads).toEqual([{ ...first, failure }]);
  expect(await suppliers(reading, id)).toHaveLength(2);
  expect((await reading.get(id)).refresh).toMatchObject({ failure, failed_at: expect.any(String) });
  server.call = () => said(JSON.stringify({ invoices }));
  await reading.refresh(id);
  expect((await reading.get(id)).refresh.failure).toBeNull();
});

it("calls nothing that its creator has not confirmed, or that the dashboard no longer has", async () => {
  const id = await reading.made();
  const { tools } = server;
  server.tools = tools.map((tool) => ({ ...tool, description: "Deletes all invoices" }));
  const before = server.calls.length;
  await reading.refresh(id, "failed");
  expect((await reading.get(id)).refresh.failure).toContain("has changed the tool search_invoices");
  server.tools = tools;
  await service.ok(detachDashboardConnection, { params: await reading.attached(id) });
  await reading.refresh(id, "failed");
  expect((await reading.get(id)).refresh.failure).toContain("no longer reads with “Ledger”");
  const copy = await service.ok(duplicateDashboard, reading.at(id));
  await reading.refresh(copy.id, "failed");
  expect(server.calls).toHaveLength(before);
});

it("comes by itself, a missed time once, and is paused after ten failures in a row", async () => {
  const id = await reading.made();
  await service.ok(updateDashboard, { ...reading.at(id), body: { refresh_frequency: "hourly" } });
  const before = server.calls.length;
  await due(id);
  expect(server.calls).toHaveLength(before + 1);
  const { updated_at } = await reading.get(id);
  closed();
  for (let i = 0; i < 9; i++) await due(id, "failed");
  await service.pool.query("update artifacts set refresh_due_at = now() where id = $1", [id]);
  await expect.poll(async () => (await reading.get(id)).refresh.paused).toBe(true);
  expect(await reading.get(id)).toMatchObject({ refresh_frequency: "hourly", next_refresh_at: null, status: "failed", updated_at });
  const { rows } = await service.pool.query("select data from events where type = 'dashboard.refresh_paused' and subject_id = $1", [id]);
  expect(rows).toEqual([{ data: { failures: 10 } }]);
  const resumed = await service.ok(updateDashboard, { ...reading.at(id), body: { refresh_frequency: "hourly" } });
  expect(resumed).toMatchObject({ next_refresh_at: expect.any(String), refresh: { paused: false } });
  await due(id, "failed");
  expect((await reading.get(id)).refresh.paused).toBe(false);
});

it("is stopped by a person, and what comes later is not kept", async () => {
  const id = await reading.made();
  const [arrived, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server.call = async () => {
    arrived.resolve();
    await held.promise;
    return said(JSON.stringify({ invoices: [] }));
  };
  const { status, refresh } = await service.ok(refreshDashboard, reading.at(id));
  expect([status, refresh.running]).toEqual(["running", true]);
  await service.fails(refreshDashboard, reading.at(id), "generating");
  await arrived.promise;
  await service.ok(updateDashboard, { ...reading.at(id), body: { refresh_frequency: "daily" } });
  const { artifact } = await service.ok(stopDashboardMessage, { ...reading.at(id), body: {} });
  expect(artifact).toMatchObject({ status: "interrupted", refresh: { running: false } });
  held.resolve();
  server.call = () => said(JSON.stringify({ invoices: invoices.slice(1) }));
  await reading.refresh(id);
  expect(await suppliers(reading, id)).toHaveLength(2);
});

it.each([
  { ms: 240_000, how: "completed", calls: 2, failure: null },
  { ms: 240_001, how: "failed", calls: 1, failure: "“Ledger” answered too slowly to read all of this page." },
])("begins no call once it has read for four minutes: the first took $ms ms", async ({ ms, how, calls, failure }) => {
  const id = await reading.made("owner", twoReads);
  const { reads: before } = await reading.view(id);
  clock.stands = new Date();
  server.call = () => {
    clock.stands = new Date((clock.stands?.getTime() ?? 0) + (passed.length === 0 ? ms : 0));
    passed.push(ms);
    return said(JSON.stringify({ invoices }));
  };
  const passed: number[] = [];
  const called = server.calls.length;
  await reading.refresh(id, how);
  clock.stands = undefined;
  expect(server.calls).toHaveLength(called + calls);
  expect((await reading.get(id)).refresh).toMatchObject({ running: false, failure });
  const { reads } = await reading.view(id);
  expect(reads.map((one) => one.failure)).toEqual([null, failure]);
  expect(reads.map((one, i) => one.read_at === before[i]?.read_at)).toEqual([false, failure !== null]);
});

it("is what editors may, needs a page, and only says the time where nothing is read", async () => {
  const { artifactId } = await dashboardOf(stageFor(service, "builder"));
  const one = reading.at(artifactId);
  await service.fails(refreshDashboard, one, "not_found", { as: "manager" });
  await service.ok(publishDashboard, { ...one, body: { visibility: "team", permission: "edit" } }, { as: "builder" });
  await service.fails(refreshDashboard, one, "forbidden", { as: "member" });
  const after = await service.ok(refreshDashboard, one, { as: "manager" });
  expect(after).toMatchObject({ status: "completed", last_refresh_at: expect.any(String), has_live_connector_data: false });
  const values = { team_id: service.teamId, created_by_user_id: service.ids.builder, title: null, status: "failed" as const };
  const begun = await insertDashboard(service.app.services.store.db, values);
  await service.fails(refreshDashboard, reading.at(begun), "no_page", { as: "builder" });
});

it("stops for good where its creator has left the team", async () => {
  const id = await reading.made("colleague");
  await service.ok(publishDashboard, { ...reading.at(id), body: { visibility: "team", permission: "edit" } }, { as: "colleague" });
  await service.ok(updateDashboard, { ...reading.at(id), body: { refresh_frequency: "daily" } }, { as: "colleague" });
  await service.ok(removeTeamMember, { params: { teamId: service.teamId, memberId: service.ids.colleague } });
  const before = server.calls.length;
  await service.pool.query("update artifacts set refresh_due_at = now() where id = $1", [id]);
  await expect.poll(async () => (await reading.get(id)).refresh.paused).toBe(true);
  expect((await reading.get(id)).refresh.failure).toContain("left the team");
  expect(server.calls).toHaveLength(before);
  expect(await suppliers(reading, id)).toHaveLength(2);
});

it("comes as before where nothing is read and its creator has left the team", async () => {
  const { artifactId } = await dashboardOf(stageFor(service, "builder"));
  await service.ok(publishDashboard, { ...reading.at(artifactId), body: { visibility: "team", permission: "edit" } }, { as: "builder" });
  await service.ok(updateDashboard, { ...reading.at(artifactId), body: { refresh_frequency: "daily" } }, { as: "builder" });
  await service.ok(removeTeamMember, { params: { teamId: service.teamId, memberId: service.ids.builder } });
  await due(artifactId);
  expect((await reading.get(artifactId)).refresh).toEqual({ running: false, failure: null, failed_at: null, paused: false });
});
