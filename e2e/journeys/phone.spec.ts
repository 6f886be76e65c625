import { expect, test } from "../fixtures.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("on a phone people approve, answer, stop, and find their way by the drawer", async ({ page, signIn, ownService, ownTeam }) => {
  const payer = await ownTeam.createAgent("Payer", 'approve "Pay 12 invoices of 4 suppliers before Friday?"\nsay Done');
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
  await expect(page.getByRole("list", { name: "Waiting requests" }).getByRole("listitem")).toHaveCount(3);

  await page.getByRole("link", { name: /Pay 12 invoices/ }).click();
  const approve = page.getByRole("button", { name: "Approve" });
  await expect(approve).toBeInViewport();
  expect((await approve.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await approve.click();
  await ownTeam.waitFor(paying.id, "completed");

  await expect(page.getByRole("region", { name: "Waits for you: Which month?" })).toBeVisible();
  await page.getByText("February").click();
  await page.getByRole("button", { name: "Send answer" }).click();
  await ownTeam.waitFor(asking.id, "completed");

  await menu.click();
  await drawer.getByRole("link", { name: "Runs" }).click();
  await page
    .getByRole("table", { name: "Runs" })
    .getByRole("link", { name: /Report another month/ })
    .click();
  await page.getByRole("button", { name: "Stop" }).click();
  await ownTeam.waitFor(stopping.id, "interrupted");
  await page.getByRole("button", { name: "Details" }).click();
  const details = page.getByRole("dialog", { name: "About this run" });
  await expect(details.getByRole("definition").first()).toHaveText("Stopped");
  await details.getByRole("button", { name: "Close" }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
