import { readFile } from "node:fs/promises";
import { createQueue } from "#contract/queues/queues.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { createListView } from "#contract/teams/list-views.ts";
import { expect, test } from "../fixtures.ts";
import { downloaded, notices } from "../steps.ts";

test("a list is kept as a view, and shows the columns that somebody chose", async ({ page, signIn, service, team }) => {
  const params = { teamId: team.teamId };
  const agent = await team.createAgent("Invoice check", "say Done");
  await team.runUntil(agent, "completed", "Check invoice 1");
  await signIn(page, "runs?status=failed&since=7d", service);
  const dialog = page.getByRole("dialog");
  const table = page.getByRole("table", { name: "Runs" });
  const clear = page.getByRole("group", { name: "Filter" }).getByRole("button", { name: "Clear filters" });

  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save current filters…" }).click();
  await expect(dialog).toContainText("Filters: Failed, last 7 days");
  await dialog.getByLabel("Name").fill("Failed this week");
  await dialog.getByLabel("For the team").check();
  await page.keyboard.press("Control+Enter");
  await expect(notices(page)).toContainText("View “Failed this week” saved");
  const active = page.getByRole("button", { name: "View: Failed this week" });
  await expect(active).toBeVisible();

  // Another filter is no longer that view; the view leads back to it, and is found by the keyboard alone.
  await clear.click();
  await expect(table.getByRole("row", { name: /Check invoice 1/ })).toBeVisible();
  const views = page.getByRole("button", { name: "Views" });
  await views.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Failed this week" }).press("Enter");
  await expect(page).toHaveURL(/status=failed&since=7d/);
  await expect(active).toBeVisible();

  await active.click();
  await page.getByRole("menuitem", { name: "Rename or delete views…" }).click();
  await dialog.getByRole("button", { name: "Delete Failed this week" }).click();
  await expect(dialog).toContainText("No saved views.");
  await page.keyboard.press("Escape");
  await clear.click();

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitem", { name: "Source" }).click();
  await page.getByRole("menuitem", { name: "Duration" }).click();
  await page.keyboard.press("Escape");
  const heads = table.getByRole("columnheader");
  await expect(heads.getByText("Source")).toHaveCount(0);
  await page.reload();
  await expect(heads.getByText("Created")).toBeVisible();
  await expect(heads.getByText("Source")).toHaveCount(0);
  await expect(heads.getByText("Duration")).toHaveCount(0);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitem", { name: "Show all columns" }).click();
  await expect(heads.getByText("Source")).toBeVisible();

  // Agents, queues and files have the same menus, and leave as files of what their filters leave.
  await team.call(createQueue, { params, body: { name: "Invoices to check" } });
  await team.putFile("reports/invoices.csv", "a,b\n");
  for (const [list, filter, row] of [
    ["agents", "search=invoice", `${agent.id},Invoice check,`],
    ["queues", "search=invoice", ",Invoices to check,"],
    ["files", "q=invoice", ",reports/invoices.csv,invoices.csv,"],
  ] as const) {
    const body = { name: `My ${list}`, scope: "personal" as const, search: filter };
    await team.call(createListView, { params: { ...params, list }, body });
    await page.goto(`${service.url}/t/${team.teamId}/${list}?${filter}`);
    await expect(page.getByRole("button", { name: `View: My ${list}` })).toBeVisible();
    await page.getByRole("button", { name: "Export" }).click();
    const file = await downloaded(page, () => page.getByRole("menuitem", { name: "CSV, for a spreadsheet" }).click());
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${list}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    const [head, ...rows] = (await readFile(await file.path(), "utf8")).replace("\uFEFF", "").trimEnd().split("\r\n");
    expect(head).toMatch(/^id,(path,)?name,/);
    expect(rows.filter((line) => line.includes(row))).toHaveLength(1);
  }

  // A page past the end, as deletions leave one, gives way to the last page.
  await page.goto(`${service.url}/t/${team.teamId}/agents?search=invoice&offset=5000`);
  await expect(page.getByRole("row", { name: /Invoice check/ })).toBeVisible();
  await expect(page).not.toHaveURL(/offset/);
});

test("schedules are narrowed, kept as a view and shown by chosen columns as every other list", async ({ page, signIn, team }) => {
  const ledgers = await Promise.all(["Day ledger", "Night ledger"].map((name) => team.createAgent(name, "say Counted")));
  for (const [at, agent] of ledgers.entries())
    await team.call(createSchedule, {
      params: { agent_id: agent.id },
      body: { enabled: at === 0, frequency: "daily", time: "03:17", timezone: "Europe/Berlin" },
    });
  await signIn(page, "schedules?search=ledger");
  const table = page.getByRole("table", { name: "Schedules" });
  await expect(page.getByText("2 schedules")).toBeVisible();
  await page.getByLabel("State").selectOption("Paused or ended");
  await expect(page.getByText("1 schedule", { exact: true })).toBeVisible();
  await expect(table).toContainText("Night ledger");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save current filters…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Filters: Paused or ended, “ledger”");
  await dialog.getByLabel("Name").fill("Paused ledgers");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("button", { name: "View: Paused ledgers" })).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitem", { name: "Next" }).click();
  await expect(table.getByRole("columnheader", { name: "Next" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search by agent" }).fill("nobody");
  await expect(page.getByText("Filters: Paused or ended, “nobody”.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(table).toContainText("Day ledger");
});

test("the filters of runs stand in one row at any width, and none is lost", async ({ page, signIn }) => {
  await signIn(page, "runs?status=failed&source=api&since=7d&who=me");
  const row = page.getByRole("group", { name: "Filter" });
  for (const width of [1440, 1280, 1024, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(row.getByRole("button", { name: width < 1280 ? "Filters, 4 set" : "More filters, 3 set" })).toBeVisible();
    const boxes = await Promise.all((await row.getByRole("button").all()).map((each) => each.boundingBox()));
    expect(new Set(boxes.flatMap((box) => (box && box.width > 1 ? [box.y] : []))).size, `rows at ${width} px`).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `width at ${width} px`).toBeLessThanOrEqual(width);
  }
  await row.getByRole("button", { name: "Filters, 4 set" }).click();
  await expect(page.getByRole("dialog", { name: "Filters" }).getByLabel("Created")).toHaveValue("7d");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1440, height: 800 });
  await row.getByRole("button", { name: "More filters, 3 set" }).press("Enter");
  await page.getByRole("menuitem", { name: "Any time" }).press("Enter");
  await expect(page).not.toHaveURL(/since=/);
  await expect(row.getByRole("button", { name: "More filters, 2 set" })).toBeVisible();
});

test("rows of the former filter recede while those of this one are on their way, and cannot be selected", async ({
  page,
  signIn,
  team,
}) => {
  const agent = await team.createAgent("Slow lane", "say Done");
  await team.runUntil(agent, "completed", "Count the boats");
  await signIn(page, `runs?agent=${agent.id}`);
  const table = page.getByRole("table", { name: "Runs" });
  const row = table.getByRole("row", { name: /Count the boats/ });
  await expect(row).toBeVisible();
  const answers = Promise.withResolvers<void>();
  await page.route(/\/runs\?.*status=/, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.getByRole("combobox", { name: "Status" }).selectOption("Failed");
  await expect(table).toHaveAttribute("aria-busy", "true");
  await expect(table.locator("tbody")).toHaveCSS("opacity", "0.35");
  await expect(row.getByRole("checkbox")).toBeDisabled();
  answers.resolve();
  await expect(page.getByRole("heading", { name: "No matching runs" })).toBeVisible();
});

test("a list with nothing in it shows what arrives", async ({ page, signIn, team }) => {
  const agent = await team.createAgent("First runner", "say Done");
  await signIn(page, `runs?agent=${agent.id}&status=completed`);
  await expect(page.getByRole("heading", { name: "No matching runs" })).toBeVisible();
  await team.runUntil(agent, "completed", "Count the ships");
  await expect(page.getByRole("row", { name: /Count the ships/ })).toBeVisible();
});
