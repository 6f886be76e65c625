import { afterAll, beforeAll, expect, it } from "vitest";
import { publishDashboard, updateDashboard } from "#contract/dashboards/dashboards.ts";
import { listNotifications } from "#contract/notifications/notifications.ts";
import { viewDashboard } from "#contract/dashboards/views.ts";
import { getInbox } from "#contract/runs/inbox.ts";
import type { PersonName } from "#server/testing/people.ts";
import { said, type TestMcpServer } from "#server/testing/mcp-server.ts";
import type { TestService } from "#server/testing/service.ts";
import { type Reading, startReading } from "./reads/reading.cases.ts";

let service: TestService;
let server: TestMcpServer;
let reading: Reading;
beforeAll(async () => {
  ({ service, server, reading } = await startReading());
});
afterAll(async () => {
  await service.close();
  await server.close();
});

const toldOf = async (id: string, as: PersonName) =>
  (await service.ok(listNotifications, { params: { teamId: service.teamId }, query: { limit: "100" } }, { as })).notifications.filter(
    ({ artifact_id }) => artifact_id === id,
  );
const inbox = async (as: PersonName) =>
  (await service.ok(getInbox, { params: { teamId: service.teamId } }, { as })).things.filter(({ kind }) => kind === "dashboard");

it("tells whoever asked that a page could not be written, until one is", async () => {
  const design = reading.design("builder");
  const id = await design.create("title Our week\nstat count of runs");
  await design.send(id, "fail The model is away", {}, "failed");
  await expect.poll(async () => (await toldOf(id, "builder")).length).toBe(1);
  expect(await toldOf(id, "builder")).toMatchObject([
    {
      type: "background_job",
      severity: "info",
      title: "“Our week” could not be written",
      body: "The model is away",
      link: `/t/${service.teamId}/dashboards/${id}`,
      resolved_at: null,
    },
  ]);
  expect(await toldOf(id, "owner")).toEqual([]);
  await design.send(id, "stat failed of runs");
  await expect.poll(async () => (await toldOf(id, "builder"))[0]?.resolved_at).not.toBeNull();
});

it("tells the members of a team what was published to it, and by whom", async () => {
  const id = await reading.design("builder").create("title Shared figures\nstat count of runs");
  await service.ok(publishDashboard, { ...reading.at(id), body: { visibility: "team" } }, { as: "builder" });
  await expect.poll(async () => (await toldOf(id, "member")).length).toBe(1);
  expect(await toldOf(id, "member")).toMatchObject([{ severity: "info", title: "“Shared figures” was published to the team" }]);
  expect((await toldOf(id, "member"))[0]?.body).toMatch(/^By /);
  expect(await toldOf(id, "builder")).toEqual([]);
});

it("tells the creator that nothing is refreshed, and Managers where it was published", async () => {
  const id = await reading.made("builder");
  await service.ok(publishDashboard, { ...reading.at(id), body: { visibility: "team" } }, { as: "builder" });
  await service.ok(updateDashboard, { ...reading.at(id), body: { refresh_frequency: "daily" } }, { as: "builder" });
  server.call = () => ({ isError: true, content: [{ type: "text", text: "Closed" }] });
  await service.pool.query("update artifacts set refresh_failures = 9, refresh_due_at = now() where id = $1", [id]);
  const paused = async (as: PersonName) => (await toldOf(id, as)).filter(({ title }) => title === "“Invoices” is no longer refreshed");
  await expect.poll(async () => (await paused("builder")).length).toBe(1);
  expect(await paused("manager")).toMatchObject([{ severity: "warning", body: expect.stringContaining("Closed") }]);
  expect(await paused("member")).toEqual([]);
  server.call = () => said("[]");
  await service.ok(updateDashboard, { ...reading.at(id), body: { refresh_frequency: "daily" } }, { as: "builder" });
  await expect.poll(async () => (await paused("builder"))[0]?.resolved_at).not.toBeNull();
});

it("has a question in the inbox of whoever asked, until it is answered", async () => {
  const id = await reading.design("builder").create('title Asked\nask "Which month?"\nstat count of runs');
  // Somebody who has yet to learn of the question still asks for what is being written.
  const left = await service.ok(viewDashboard, { ...reading.at(id), body: { in_work: true } }, { as: "builder" });
  expect(left).toMatchObject({ version: null, page: { title: "Asked", blocks: [] } });
  await service.fails(viewDashboard, { ...reading.at(id), body: { in_work: true, revision_id: id } }, "not_found", { as: "builder" });
  expect(await inbox("builder")).toMatchObject([
    { kind: "dashboard", id, title: "Which month?", about: expect.any(String), agent_id: null },
  ]);
  expect(await inbox("owner")).toEqual([]);
  await reading.answer(id, "June", "builder");
  expect(await inbox("builder")).toEqual([]);
});
