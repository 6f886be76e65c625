import { listTeamSchedules } from "#contract/schedules/schedule-firings.ts";
import { expect, test } from "../fixtures.ts";

test("a schedule is set up, fires, is paused, resumed and deleted", async ({ page, signIn, service, team }) => {
  const agent = await team.createAgent("Gate porter", "say Counted");
  await signIn(page, `agents/${agent.id}?tab=schedules`, service);
  const dialog = page.getByRole("dialog");
  const table = page.getByRole("table", { name: "Schedules" });

  await test.step("the form says when it will be due while somebody types", async () => {
    await expect(page.getByText("No schedules yet")).toBeVisible();
    await page.getByRole("button", { name: "New schedule" }).click();
    const when = dialog.getByRole("region", { name: "When it runs" });
    await dialog.getByLabel("Time zone").fill("America/Nuuk");
    await expect(when).toContainText("Every weekday at 09:00 in America/Nuuk");
    await dialog.getByLabel("Repeats").selectOption("custom");
    await dialog.getByLabel("Cron expression").fill("0 9 13 * 5");
    await expect(when).toContainText("At 09:00 on day 13 of the month, or on Fridays in America/Nuuk");
    await expect(when.getByRole("row")).toHaveCount(11);
    await dialog.getByLabel("Cron expression").fill("0 9 31 2 *");
    await dialog.getByRole("button", { name: "Create schedule" }).click();
    await expect(dialog).toContainText("These months do not have this day. Use another day or month");
    await dialog.getByLabel("Repeats").selectOption("daily");
    await dialog.getByLabel("Time", { exact: true }).fill("03:17");
    await expect(when).toContainText("Every day at 03:17 in America/Nuuk");
    await dialog.getByRole("button", { name: "Create schedule" }).click();
    await expect(table.getByRole("link", { name: "Every day at 03:17 in America/Nuuk" })).toBeVisible();
  });

  await test.step("what is due starts a run, which the history leads to", async () => {
    await service.query("update schedules set next_fire_at = date_trunc('minute', now()) where agent_id = $1", [agent.id]);
    await expect(table.getByText("Started")).toBeVisible({ timeout: 20_000 });
    await table.getByRole("link", { name: "Every day at 03:17 in America/Nuuk" }).click();
    const history = dialog.getByRole("region", { name: "History" });
    await expect(history.getByRole("listitem")).toHaveCount(1);
    await history.getByLabel("Outcome").selectOption("missed");
    await expect(history).toContainText("Nothing came to this in the last 90 days.");
    await history.getByLabel("Outcome").selectOption("started");
    await history.getByRole("link", { name: /^Run: / }).click();
    await expect(page.getByText("Counted").first()).toBeVisible({ timeout: 20_000 });
    await page.goBack();
  });

  await test.step("it is run at once, paused and resumed", async () => {
    await dialog.getByRole("button", { name: "Run now" }).click();
    await expect(dialog.getByRole("region", { name: "History" }).getByRole("listitem").filter({ hasText: "Run now" })).toBeVisible();
    await dialog.getByRole("button", { name: "Pause" }).click();
    await expect(dialog).toContainText("While it is paused nothing is due.");
    await dialog.getByRole("button", { name: "Resume" }).click();
    await expect(dialog.getByRole("region", { name: "Next due times" }).getByRole("row")).toHaveCount(11);
  });

  await test.step("the week of the team counts it", async () => {
    await page.goto(`${service.url}/t/${team.teamId}/schedules`);
    const week = page.getByRole("region", { name: "Due times by day" });
    await expect(week.getByText("1 planned").first()).toBeAttached();
    await expect(week.getByText(/1 started/).first()).toBeAttached();
  });

  await test.step("another one is set up on the page of the team, by keyboard, and is in the list at once", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox", { name: "Search and commands" }).fill("New schedule");
    await expect(page.getByRole("option", { name: "New schedule", exact: true })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await dialog.getByRole("combobox", { name: "Agent" }).fill("Gate");
    await expect(dialog.getByRole("option")).toHaveText(["Gate porter"]);
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Repeats")).toBeFocused();
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(table.getByRole("link", { name: /^Every weekday at 09:00/ })).toBeVisible();
    await page.getByRole("link", { name: "Every day at 03:17 in America/Nuuk" }).click();
  });

  await test.step("it is deleted, and comes back", async () => {
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Schedule deleted")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    // The list may still show the one that is gone: what is stored says when it is back.
    const stored = async () =>
      (await team.call(listTeamSchedules, { params: { teamId: team.teamId }, query: { agent_id: agent.id } })).schedules;
    const again = { frequency: "daily", time: "03:17", timezone: "America/Nuuk", enabled: true, last_firing: null };
    await expect.poll(stored).toContainEqual(expect.objectContaining(again));
    await expect(page.getByRole("link", { name: "Every day at 03:17 in America/Nuuk" })).toBeVisible();
  });
});
