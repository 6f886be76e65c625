import { afterAll, beforeAll, expect, it } from "vitest";
import { plant } from "#server/dashboards/answers/oracle-data.cases.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { designing } from "./turn.cases.ts";

let service: TestService;
let design: ReturnType<typeof designing>;
beforeAll(async () => {
  service = await startService();
  await plant(service, 200);
  design = designing(service);
});
afterAll(() => service.close());

it("makes a block of each line, through the tools that any model has", async () => {
  const id = await design.create(
    [
      "title Our week",
      "stat count, success rate of runs",
      "stat open of cases last 7 days",
      'stat count of cases in "Queue 1"',
      "columns count of runs by day split by status",
      "bars count of runs by agent top 3",
      "note Runs so far: {{count of runs}}",
      "say Here it is.",
    ].join("\n"),
  );
  const page = await design.page(id);
  expect(page).toMatchObject({ title: "Our week", range: "last_30_days" });
  expect(page?.blocks.map(({ type, title }) => [type, title])).toEqual([
    ["stats", "Key figures"],
    ["columns", "Runs by day, split by status"],
    ["bars", "Runs by agent"],
    ["text", "Note"],
  ]);
  expect(page?.blocks[0]).toMatchObject({
    figures: [
      { measure: "count", label: "Runs" },
      { measure: "success_rate" },
      { measure: "open", label: "Open cases, last 7 days" },
      { measure: "count", label: "Cases in Queue 1" },
    ],
  });
  expect(page?.queries.find(({ name }) => name === "runs_by_agent")).toMatchObject({ source: "runs", by: ["agent"], top: 3 });
  const reply = await design.last(id);
  expect(reply.content).toMatch(/^Here it is\./);
  expect(reply.message).toMatchObject({ version: 1, failure: null });
  expect(reply.message?.steps.map(({ kind }) => kind)).toEqual(["sources", "added", "added", "added", "added", "checked"]);
});

it("says what a line names and the workspace does not have, and does the others", async () => {
  const id = await design.create(
    "stat happiness of runs\nstat count of runs\nbars count of cases by rule\ntable count of cases in Nowhere\nlines count of invoices by day",
  );
  expect((await design.page(id))?.blocks).toHaveLength(1);
  const { content } = await design.last(id);
  expect(content).toContain("runs has no measure “happiness”");
  expect(content).toContain("cases has no dimension “rule”");
  expect(content).toContain("There is no queue “Nowhere”");
  expect(content).toContain("There is no source “invoices”");
});

it("makes a page of what the workspace has of plain words, and says what it is", async () => {
  const id = await design.create("How are our agents doing?");
  const page = await design.page(id);
  expect(page?.blocks.length).toBeGreaterThan(3);
  expect((await design.last(id)).content).toContain("I am the practice model (scripted)");
  await design.send(id, "Make it blue");
  expect(await design.page(id)).toEqual(page);
  expect((await design.last(id)).content).toContain("I have not changed the page.");
});

it("changes only the block that a line names", async () => {
  const id = await design.create("stat count of runs\nbars count of runs by agent\ntable count of cases by queue");
  const before = await design.page(id);
  await design.send(id, "bars failed of runs by agent\nmove Cases by queue before Key figures\nremove Runs by agent");
  const after = await design.page(id);
  expect(after?.blocks.map(({ title }) => title)).toEqual(["Cases by queue", "Key figures", "Failed runs by agent"]);
  expect(after?.blocks.find(({ id: block }) => block === "key_figures")).toEqual(
    before?.blocks.find(({ id: block }) => block === "key_figures"),
  );
  expect(after?.queries.map(({ name }) => name)).not.toContain("runs_by_agent");
});

it("names blocks that have nothing to show", async () => {
  const id = await design.create("bars count of runs by agent where status is pending yesterday\nstat count of runs all time");
  const { content, message } = await design.last(id);
  expect(content).toContain("“Runs by agent”: It has nothing to show in its range.");
  expect(message?.steps.at(-1)).toEqual({ kind: "checked", detail: "1 of 2 blocks has data" });
});

it("goes on after a call that is none", async () => {
  const id = await design.create("break\nstat count of runs");
  expect((await design.page(id))?.blocks).toHaveLength(1);
});
