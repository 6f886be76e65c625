import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

test("runs are kept for a number of days, once what goes has been read", async ({ page, signIn, ownService, ownTeam, allow }) => {
  allow(/status of 404/);
  const agent = await ownTeam.createCodeAgent("Counter", "print(1)\n");
  const old = await ownTeam.runUntil(agent, "completed");
  await ownTeam.runUntil(agent, "completed");
  await ownService.query("update runs set completed_at = now() - interval '100 days' where id = $1", [old.id]);

  await signIn(page, "runs", ownService);
  await page.getByRole("button", { name: /account menu/ }).click();
  await page.getByRole("menuitem", { name: "Organization settings" }).click();
  await expect(page.getByText("Never changed.")).toBeVisible();
  await page.getByRole("button", { name: "Change retention of runs" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "How long are runs kept?" });
  await expect(dialog.getByText("Nothing is removed.")).toBeVisible();
  await dialog.getByRole("radio", { name: "Forever" }).focus();
  await page.keyboard.press("ArrowDown");
  const days = dialog.getByLabel("Days", { exact: true });
  await expect(dialog.getByText("1 run is removed now")).toBeVisible();
  await days.fill("3");
  await expect(dialog.getByText("1 run is removed now")).toHaveCount(0);
  await days.press("Enter");
  await expect(days).toHaveAccessibleDescription(/Use 7 or more/);
  await days.fill("120");
  await expect(dialog.getByText("Nothing is removed now. The first run is removed on")).toBeVisible();
  await days.fill("99");
  const remove = dialog.getByRole("button", { name: "Remove 1 run" });
  await remove.click();
  const name = dialog.getByLabel("Type the organization’s name to confirm");
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/exactly/);
  await name.fill((await dialog.locator("form .font-mono").textContent()) ?? "");
  await page.keyboard.press("Enter");
  await expect(notices(page)).toContainText("Retention saved");
  await expect(page.getByText("Removed after 99 days")).toBeVisible();
  await expect(page.getByText(/^Changed by/)).toBeVisible();

  await ownService.query("delete from runs where id = $1", [old.id]);
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/runs/${old.id}`);
  await expect(page.getByText("Your organization removes runs 99 days after they end")).toBeVisible();
});
