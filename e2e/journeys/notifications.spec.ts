import { expect, test } from "../fixtures.ts";

test("what went wrong is told, read by opening it, and quieter when somebody says so", async ({
  page,
  context,
  signIn,
  ownService: service,
  ownTeam: team,
}) => {
  const agent = await team.createAgent("Night clerk", "fail The ledger is closed");
  await signIn(page, "notifications", service);
  const sections = page.getByRole("navigation", { name: "Sections" });
  const card = page.getByRole("region", { name: "Today" });
  await expect(page.getByText("No notifications yet")).toBeVisible();

  await test.step("a failed run arrives by itself, and the same again counts on", async () => {
    await team.startRun(agent);
    await expect(card.getByRole("link", { name: "Night clerk: run 1 failed" })).toBeVisible();
    await expect(card).toContainText("The ledger is closed");
    await expect(sections.getByRole("link", { name: "Notifications" })).toContainText("1 unread");
    await team.startRun(agent);
    await expect(card.getByRole("link", { name: "2 runs of Night clerk failed" })).toBeVisible();
    await expect(card).toContainText("Failed by a written step (practice model) 2, last: The ledger is closed");
    await expect(sections.getByRole("link", { name: "Notifications" })).toContainText("1 unread");
  });

  await test.step("opening it leads to these runs, by keyboard, and reads it in every window", async () => {
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(other.getByRole("link", { name: "Unread: 2 runs of Night clerk failed" })).toBeVisible();
    await card.getByRole("link", { name: "2 runs of Night clerk failed" }).press("Enter");
    await expect(page).toHaveURL(/runs\?status=failed/);
    await expect(page.getByText("2 runs", { exact: true })).toBeVisible();
    await expect(other.getByRole("link", { name: "2 runs of Night clerk failed", exact: true })).toBeVisible();
    await other.close();
    await page.goBack();
    await expect(sections.getByRole("link", { name: "Notifications" })).not.toContainText("unread");
    await page.getByRole("tab", { name: "Unread" }).press("Enter");
    await expect(page.getByText("No matching notifications")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
  });

  await test.step("what is dismissed leaves at once, and the same again comes back unread", async () => {
    await card.getByRole("button", { name: "Dismiss: 2 runs of Night clerk failed" }).press("Enter");
    await expect(page.getByText("No notifications yet")).toBeVisible();
    await team.startRun(agent);
    await expect(card.getByRole("link", { name: "Unread: Night clerk: run 3 failed" })).toBeVisible();
    await card.getByRole("button", { name: "Mark read: Night clerk: run 3 failed" }).press("Enter");
    await expect(card.getByRole("link", { name: "Night clerk: run 3 failed", exact: true })).toBeVisible();
    await page.getByRole("tab", { name: "Failures" }).click();
    await expect(page).toHaveURL(/show=failures/);
    await expect(card.getByRole("link", { name: "Night clerk: run 3 failed" })).toBeVisible();
    await page.getByRole("tab", { name: "Reviews" }).click();
    await expect(page.getByText("No matching notifications")).toBeVisible();
    await page.getByRole("tab", { name: "All" }).click();
  });

  await test.step("what nobody wants to hear is not told", async () => {
    await page.getByRole("button", { name: "Settings" }).press("Enter");
    const dialog = page.getByRole("dialog");
    const wanted = dialog.getByRole("switch", { name: "A run fails", exact: true });
    await wanted.press("Space");
    await expect(wanted).toHaveAttribute("aria-checked", "false");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Dismiss read" }).click();
    await dialog.getByRole("button", { name: "Dismiss read" }).click();
    await expect(page.getByText("1 notification dismissed")).toBeVisible();
    await expect(page.getByText("No notifications yet")).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Settings" }).click();
    await expect(wanted).toHaveAttribute("aria-checked", "false");
  });
});

test("a day is read in one step, and its tab counts what is not", async ({ page, signIn, ownService: service, ownTeam: team }) => {
  for (const name of ["Night clerk", "Day clerk"]) await team.runUntil(await team.createAgent(name, "fail The ledger is closed"), "failed");
  await signIn(page, "notifications", service);
  const today = page.getByRole("region", { name: "Today" });
  await expect(page.getByRole("tab", { name: "Unread 2" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "All 2" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Failures 2" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Reviews 0" })).toBeVisible();
  await expect(today).toContainText("2 unread");
  await today.getByRole("button", { name: "Mark read: Day clerk: run 1 failed" }).press("Enter");
  await expect(page.getByRole("tab", { name: "Unread 1" })).toBeVisible();
  await today.getByRole("button", { name: "Mark 1 read" }).press("Enter");
  await expect(page.getByRole("tab", { name: "Unread 0" })).toBeVisible();
  await expect(today.getByRole("link", { name: "Night clerk: run 1 failed", exact: true })).toBeVisible();
  await expect(today.getByRole("link", { name: "Day clerk: run 1 failed", exact: true })).toBeVisible();
  await expect(today).not.toContainText("unread");

  // Where only what is unread is listed, what was read leaves with it.
  await team.runUntil(await team.createAgent("Noon clerk", "fail The ledger is closed"), "failed");
  await page.getByRole("tab", { name: "Unread 1" }).click();
  await today.getByRole("button", { name: "Mark 1 read" }).click();
  await expect(page.getByRole("heading", { name: "No matching notifications" })).toBeVisible();
});
