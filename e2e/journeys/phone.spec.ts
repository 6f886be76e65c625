import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("on a phone people approve, answer, stop, and find their way by the drawer", async ({ page, signIn, ownService, ownTeam }) => {
  const code =
    "open('output/payments.csv', 'w').write('number,supplier,due,gross\\nRE-2026-01416,Stationery for the whole office,2026-02-15,1438.97\\n')";
  const payer = await ownTeam.createAgent(
    "Payer",
    `call run_python ${JSON.stringify({ code })}\napprove "Pay 12 invoices of 4 suppliers before Friday?"\nsay Done`,
  );
  const asker = await ownTeam.createAgent("Reporter", 'ask "Which month?" options: January, February\nsay Month {{last}}');
  const paying = await ownTeam.runUntil(payer, "waiting", "Pay the invoices");
  const asking = await ownTeam.runUntil(asker, "waiting", "Report a month");
  const stopping = await ownTeam.runUntil(asker, "waiting", "Report another month");

  await signIn(page, "agents", ownService);
  const menu = page.getByRole("button", { name: "Open the menu" });
  await expect(page.getByRole("navigation", { name: "Sections" })).toBeHidden();
  await menu.click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await drawer.getByRole("link", { name: /Inbox/ }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Waiting for you" }).getByRole("listitem")).toHaveCount(3);

  await page.getByRole("link", { name: /Pay 12 invoices/ }).click();
  const approve = page.getByRole("button", { name: "Approve" });
  await expect(approve).toBeInViewport();
  expect((await approve.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  // What is paid, and when, is there without a move sideways.
  const payments = page.getByRole("group", { name: "payments.csv" });
  await expect(payments.getByRole("cell", { name: "1438.97" })).toBeInViewport({ ratio: 1 });
  await expect(payments.getByText("2026-02-15")).toBeInViewport({ ratio: 1 });
  await approve.click();
  await expect(page.getByRole("region", { name: "Waits for you: Which month?" })).toBeVisible();
  await page.getByText("February").click();
  await page.getByRole("button", { name: "Send answer" }).click();
  for (const { id } of [paying, asking]) await ownTeam.waitFor(id, "completed");

  await menu.click();
  await drawer.getByRole("link", { name: "Runs" }).click();
  const run = page.getByRole("table", { name: "Runs" }).getByRole("row", { name: /Report another month/ });
  await expect(run).toContainText(/Waiting · Reporter #\d+ · .*(now|ago)/);
  await run.getByRole("link").click();
  await page.getByRole("button", { name: "Stop" }).click();
  await ownTeam.waitFor(stopping.id, "interrupted");
  // A stop by a person is no error.
  await expect(page.getByRole("feed", { name: "Messages" }).getByText("stopped", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "First error" })).toHaveCount(0);
  await page.getByRole("button", { name: "Details" }).click();
  const details = page.getByRole("dialog", { name: "About this run" });
  await expect(details.getByRole("definition").first()).toHaveText("Stopped");
  await details.getByRole("button", { name: "Close" }).click();
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
  await crumbs.getByRole("link", { name: "Runs" }).click();
  await expect(run).toContainText("Stopped");

  // What a wide screen has buttons for is one press away, over a list that has the screen.
  const { queue } = await ownTeam.call(createQueue, { params: { teamId: ownTeam.teamId }, body: { name: "Parcels" } });
  await ownTeam.call(createCases, { params: { queue_id: queue.id }, body: { case: { title: "A heavy parcel", priority: "high" } } });
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/queues/${queue.id}`);
  await expect(page.getByRole("row", { name: /A heavy parcel/ })).toContainText(/Pending\s+· High · .*(now|ago)/);
  expect((await page.getByRole("group", { name: "Filter" }).boundingBox())?.height).toBeLessThan(60);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("dialog", { name: "Filters" }).getByLabel("Priority").selectOption("medium");
  await page.getByRole("button", { name: "Show the cases" }).click();
  await expect(page.getByRole("heading", { name: "No matching cases" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Import cases" }).click();
  await crumbs.getByRole("link", { name: "Parcels" }).click();
  await expect(page.getByRole("button", { name: "New case" })).toBeVisible();
  await crumbs.getByRole("link", { name: "Queues" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Queues" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
