import { afterAll, beforeAll, expect, it } from "vitest";
import { attachDashboardConnection, detachDashboardConnection } from "#contract/dashboards/connections.ts";
import { duplicateDashboard, publishDashboard } from "#contract/dashboards/dashboards.ts";
import { answerDashboardQuestion, createDashboard, listDashboardMessages } from "#contract/dashboards/messages.ts";
import { said, type TestMcpServer } from "#server/testing/mcp-server.ts";
import type { TestService } from "#server/testing/service.ts";
import { invoices, lines, type Reading, startReading, suppliers } from "./reading.cases.ts";

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

it("reads with a tool once its creator confirmed it, and counts what it answered", async () => {
  const before = server.calls.length;
  const connection_ids = [await reading.connect()];
  const { artifact_id: id } = await service.ok(createDashboard, { body: { message: lines, connection_ids, team_id: service.teamId } });
  await reading.design("owner").ends(id);
  const asked = (await reading.design("owner").last(id)).message?.steps.at(-1);
  expect(asked).toMatchObject({ kind: "asked", options: ["Allow", "Do not allow"] });
  expect(JSON.stringify(asked)).toContain("Let this dashboard read with search_invoices of “Ledger”?");
  expect(server.calls).toHaveLength(before);
  await reading.answer(id, "Allow");
  expect(await suppliers(reading, id)).toEqual([
    ["Nord", 2, 120.5],
    ["Süd", 1, 7.25],
  ]);
  const { reads, html } = await reading.view(id);
  expect(reads).toMatchObject([{ name: "read_1", connection_name: "Ledger", tool: "search_invoices", failure: null }]);
  expect(html).toContain("Nord");
  expect(await reading.get(id)).toMatchObject({ has_live_connector_data: true });
  expect((await reading.design("owner").last(id)).message?.steps.map(({ kind }) => kind)).toContain("read");
  const called = server.calls.length;
  await reading.design("owner").send(id, "read search_invoices\nstat count of connections");
  expect(server.calls).toHaveLength(called + 1);
  expect((await reading.view(id)).reads).toHaveLength(1);
});

it("does without what its creator does not allow, and asks again where a server has changed the tool", async () => {
  const connection_ids = [await reading.connect()];
  const { artifact_id: id } = await service.ok(createDashboard, { body: { message: lines, connection_ids, team_id: service.teamId } });
  await reading.design("owner").ends(id);
  const before = server.calls.length;
  await reading.answer(id, "Do not allow");
  expect((await reading.design("owner").last(id)).content).toContain("does not let this page read");
  expect(server.calls).toHaveLength(before);
  const other = await reading.made();
  const { tools } = server;
  server.tools = tools.map((tool) => ({ ...tool, description: "Now it says something else" }));
  await reading.design("owner").send(other, "read search_invoices\nstat count of connections");
  expect((await reading.design("owner").last(other)).message?.steps.at(-1)).toMatchObject({ kind: "asked" });
  server.tools = tools;
});

it("offers no tool that is not marked as reading, and none of a connection that is not the page's", async () => {
  const id = await reading.made();
  const before = server.calls.length;
  await reading.design("owner").send(id, "read pay_invoice");
  expect((await reading.design("owner").last(id)).content).toContain("has a tool “pay_invoice” that only reads");
  const bare = await reading.design("owner").create("title Bare\nread search_invoices\nstat count of runs");
  expect((await reading.design("owner").last(bare)).content).toContain("This page has no connections");
  expect(server.calls).toHaveLength(before);
});

it("shows what was read to all who see the page, and lets only its creator have it read", async () => {
  const id = await reading.made("builder");
  await service.ok(publishDashboard, { ...reading.at(id), body: { visibility: "team", permission: "edit" } }, { as: "builder" });
  expect(await suppliers(reading, id, "member")).toHaveLength(2);
  const before = server.calls.length;
  await reading.design("manager").send(id, "read search_invoices\nstat count of connections");
  expect((await reading.design("manager").last(id)).content).toContain("This page has no connections");
  expect(server.calls).toHaveLength(before);
  const added = await reading.connect("builder");
  await service.ok(attachDashboardConnection, { ...reading.at(id), body: { connection_id: added } }, { as: "builder" });
  const call = 'read search_invoices with {"page":2}';
  server.tools = server.tools.map((tool) => ({ ...tool, title: "Another title" }));
  await reading.design("builder").send(id, call);
  const { data } = await service.ok(listDashboardMessages, { ...reading.at(id), query: {} }, { as: "manager" });
  const step = data.at(-1)?.message?.steps.at(-1);
  if (step?.kind !== "asked") throw new Error("nothing was asked");
  const body = { toolCallId: step.tool_call_id, answers: { [step.question]: "Allow" } };
  await service.fails(answerDashboardQuestion, { ...reading.at(id), body }, "forbidden", { as: "manager" });
});

it("keeps values of a connection out of a copy, which says so", async () => {
  const id = await reading.made();
  const copy = await service.ok(duplicateDashboard, reading.at(id));
  expect(copy.has_live_connector_data).toBe(false);
  const { answers, reads } = await reading.view(copy.id);
  expect(reads).toEqual([]);
  expect(answers).toMatchObject({ answers: [], faults: [{ says: expect.stringContaining("not read for this dashboard") }] });
});

it("says what an answer is too much for, and reads rows wherever they are", async () => {
  const id = await reading.made();
  server.call = () => said(JSON.stringify(Array.from({ length: 9_000 }, (_, i) => i)));
  await reading.design("owner").send(id, "read search_invoices");
  expect((await reading.design("owner").last(id)).content).toContain("9000 rows, and 5000 can be kept");
  server.call = () => said("Three invoices are open");
  await reading.design("owner").send(id, 'read search_invoices with {"as":"text"}\ntable count of connections by text');
  const { answers } = (await reading.view(id)).answers;
  expect(answers.at(-1)?.rows.map(({ names }) => names)).toEqual([["Three invoices are open"]]);
  server.call = () => ({ isError: true, content: [{ type: "text", text: "The ledger is closed" }] });
  await reading.design("owner").send(id, "read search_invoices");
  expect((await reading.design("owner").last(id)).content).toContain("failed: The ledger is closed");
  server.call = () => said(JSON.stringify({ total: invoices.length, invoices }));
  await service.ok(detachDashboardConnection, { params: await reading.attached(id) });
  expect((await reading.view(id)).reads).not.toHaveLength(0);
});
