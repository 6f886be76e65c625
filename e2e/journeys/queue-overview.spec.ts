import pg from "pg";
import { bulkUpdateCaseStatus } from "#contract/queues/case-bulk.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";
import { tabTo } from "../steps.ts";
import { storeOf } from "../store-of.ts";
import type { TeamWork } from "../team-work.ts";
import { typedCase } from "../typed-work.ts";

/** A queue in which five cases are open, three are completed and two were set to failed. */
async function workedQueue(team: TeamWork): Promise<string> {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Inspections" } });
  const params = { queue_id: queue.id };
  const cases = Array.from({ length: 10 }, (_, at) => ({ title: `Finding ${at + 1}` }));
  const { added_cases } = await team.call(createCases, { params, body: { cases } });
  const ids = added_cases.map(({ id }) => id);
  await team.call(bulkUpdateCaseStatus, { params, body: { case_ids: ids.slice(0, 3), status: "completed" } });
  await team.call(bulkUpdateCaseStatus, { params, body: { case_ids: ids.slice(3, 5), status: "failed" } });
  return queue.id;
}

test("the overview of a queue leads from each number to exactly its cases, by the keyboard alone, and stays hidden where it is", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const queue = await workedQueue(ownTeam);
  const listed = page.getByRole("table", { name: "Cases", exact: true }).locator("tbody").getByRole("row");
  const overview = page.getByRole("region", { name: "Overview" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, `queues/${queue}`, ownService);
  await expect(listed).toHaveCount(10);

  await test.step("the facts lead to what is open and to what failed today", async () => {
    const open = page.getByRole("link", { name: "5 open", exact: true });
    await tabTo(page, open);
    await page.keyboard.press("Enter");
    await expect(listed).toHaveCount(5);
    await expect(page.getByRole("tab", { name: /^Open/ })).toHaveAttribute("aria-selected", "true");
    await page.getByRole("link", { name: "2 failed today" }).press("Enter");
    await expect(listed).toHaveCount(2);
    for (const row of await listed.all()) await expect(row).toContainText("Failed");
  });
  await test.step("a day has what came above zero and what left below, and opens either", async () => {
    const chart = overview.getByRole("group", { name: /^Cases in and out/ });
    await tabTo(page, chart);
    await page.keyboard.press("End");
    await expect(overview.getByRole("status").filter({ hasText: /so far: 10 in, 5 out\. In is chosen$/ })).toBeAttached();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(listed).toHaveCount(5);
    await expect(listed.filter({ hasText: "Completed" })).toHaveCount(3);
    await overview.getByRole("link", { name: "In 10" }).press("Enter");
    await expect(listed).toHaveCount(10);
  });
  await test.step("an age and a cause lead to their cases", async () => {
    const ages = overview.getByRole("list", { name: "Open by age" });
    await expect(ages.getByRole("listitem")).toHaveText([/^Under 1 day5$/, /^1–2 days–$/, /^2–3 days–$/, /^3–7 days–$/, /^Over 7 days–$/]);
    await ages.getByRole("link").press("Enter");
    await expect(listed).toHaveCount(5);
    for (const row of await listed.all()) await expect(row).toContainText("Pending");
    await overview
      .getByRole("list", { name: "Failed, by cause" })
      .getByRole("link", { name: /Set by a person/ })
      .press("Enter");
    await expect(page).toHaveURL(/failure=set_by_person/);
    await expect(listed).toHaveCount(2);
  });
  await test.step("how long it took to close is a table too, whose days lead to what was closed", async () => {
    await overview.getByRole("button", { name: "Time to close as a table" }).press("Enter");
    await overview
      .getByRole("table", { name: "Time to close" })
      .getByRole("link", { name: /so far$/ })
      .press("Enter");
    await expect(listed).toHaveCount(5);
  });
  await test.step("H hides it, also after the page is loaded again, and for all queues", async () => {
    await page.keyboard.press("h");
    await expect(overview).toBeHidden();
    await page.reload();
    await expect(listed).toHaveCount(5);
    await expect(page.getByRole("button", { name: "Show overview" })).toBeVisible();
    await expect(overview).toBeHidden();
    await page.keyboard.press("h");
    await expect(overview).toBeVisible();
    await page.getByRole("combobox", { name: "Time" }).selectOption("Last 7 days");
    await page.reload();
    await expect(page.getByRole("combobox", { name: "Time" })).toHaveValue("last_7_days");
  });
});

test("on a phone one line says how a queue does, and opens the figures", async ({ page, signIn, ownService, ownTeam }) => {
  const queue = await workedQueue(ownTeam);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, `queues/${queue}`, ownService);
  const line = page.getByRole("button", { name: /10 in, 5 out today/ });
  await expect(line).toContainText(/95% closed within .* · 2 failed$/);
  await expect(page.getByRole("region", { name: "Overview" })).toBeHidden();
  await line.press("Enter");
  await page
    .getByRole("region", { name: "Overview" })
    .getByRole("list", { name: "Failed, by cause" })
    .getByRole("link", { name: /Set by a person/ })
    .press("Enter");
  await expect(page.getByRole("table", { name: "Cases", exact: true }).locator("tbody").getByRole("row")).toHaveCount(2);
});

test("the fields of a queue are columns that people choose, and lines of its cards", async ({ page, signIn, ownService, ownTeam }) => {
  const { queue } = await typedCase(ownTeam, "Refunds to decide");
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, `queues/${queue}`, ownService);
  const table = page.getByRole("table", { name: "Cases", exact: true });
  const heads = table.getByRole("columnheader").filter({ hasText: /./ });
  await expect(heads).toHaveText([/Case/, "Order number", "amount", "Status", "Priority", "Labels", /Created/]);
  await expect(table.getByRole("cell", { name: "1,240.5" })).toHaveCSS("text-align", "end");
  const written: string[] = [];
  const first = Promise.withResolvers<void>();
  await page.route("**/lists/cases/columns", async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    if (written.push("asked for") === 1) await first.promise;
    await route.continue();
    return written.push("sent");
  });
  await page.getByRole("button", { name: "Columns" }).press("Enter");
  await page.getByRole("menuitem", { name: "reason" }).press("Enter");
  await page.getByRole("menuitem", { name: "Order number chosen" }).press("Enter");
  await page.keyboard.press("Escape");
  const chosen = [/Case/, "amount", "reason", "Status", "Priority", "Labels", /Created/];
  await expect(heads).toHaveText(chosen);
  // The second waits for the first: of two together the slower one would stay.
  await expect.poll(() => written).toEqual(["asked for"]);
  first.resolve();
  await expect.poll(() => written).toEqual(["asked for", "sent", "asked for", "sent"]);
  await page.reload();
  await expect(heads).toHaveText(chosen);
  await expect(table.getByRole("cell", { name: "charged twice" })).toBeVisible();
  const field = page.getByRole("combobox", { name: "Field", exact: true });
  // A field without listed values is offered by its name, and its value is typed behind it.
  await field.fill("ord");
  await expect(page.getByRole("option", { name: "Order number: … whole value" })).toBeVisible();
  await field.press("Enter");
  await expect(field).toHaveValue("Order number: ");
  await page.keyboard.type("R0000323");
  await field.press("Enter");
  await expect(page).toHaveURL(/order.*R0000323/);
  await field.fill("REASON: sent back");
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "No matching cases" })).toBeVisible();
  await expect(page.getByText("Filters: reason: sent back. A field matches only its whole value")).toBeVisible();
  await expect(field).toHaveValue("reason: sent back");
  await field.fill("reason: charged twice");
  await field.press("Enter");
  await expect(table.getByRole("cell", { name: "charged twice" })).toBeVisible();
  await field.fill("amount: a lot");
  await field.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("“a lot” is not a number. Write it as 1234.5, 1,234.50 or 1.234,50.");
  for (const typed of ["1,240.50", "1.240,5"]) {
    await field.fill(`amount: ${typed}`);
    await field.press("Enter");
    await expect(page).toHaveURL(/1240\.5/);
    await expect(field).toHaveValue("amount: 1240.5");
    await expect(table.getByRole("cell", { name: "charged twice" })).toBeVisible();
  }
  await page.getByRole("button", { name: "Clear", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Board" }).press("Enter");
  await expect(page.getByRole("region", { name: "Pending" }).getByRole("listitem")).toContainText(/amount 1,240\.5.*reason charged twice/);
});

test("what is open is compared with yesterday once there was one", async ({ page, signIn, service, team }) => {
  const queue = await workedQueue(team);
  await signIn(page, `queues/${queue}`, service);
  await expect(page.getByRole("link", { name: "5 open", exact: true })).toBeVisible();
  const store = new pg.Client(storeOf(service.dataDir));
  await store.connect();
  await store.query("update queues set created_at = now() - interval '2 days' where id = $1", [queue]);
  await store.end();
  await page.reload();
  await expect(page.getByRole("link", { name: "5 open, 5 more than yesterday" })).toBeVisible();
});
