import { createListView } from "#contract/teams/list-views.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

test("a list is kept as a view, and shows the columns that somebody chose", async ({ page, signIn, service, team }) => {
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

  // Agents, files and queues have the same menus.
  for (const list of ["agents", "files", "queues"] as const) {
    const body = { name: `My ${list}`, scope: "personal" as const, search: list === "files" ? "q=report" : "search=report" };
    await team.call(createListView, { params: { teamId: team.teamId, list }, body });
  }
  await page.goto(page.url().replace(/runs.*$/, "agents?search=report"));
  await expect(page.getByRole("button", { name: "View: My agents" })).toBeVisible();
  await page.goto(page.url().replace(/agents.*$/, "queues?search=report"));
  await expect(page.getByRole("button", { name: "View: My queues" })).toBeVisible();
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
