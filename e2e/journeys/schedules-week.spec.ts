import { createSchedule } from "#contract/schedules/schedules.ts";
import { expect, test } from "../fixtures.ts";
import { tabTo } from "../steps.ts";

test("a week of schedules shows each due time, and each number opens exactly its runs, by keyboard and on a phone", async ({
  page,
  signIn,
  ownService: service,
  ownTeam: team,
}) => {
  const agent = await team.createAgent("Month report", "say Counted");
  const good = await team.runUntil(agent, "completed", "Wednesday");
  await team.addRevision(agent, team.stepsOf("fail No ledger"), true);
  const bad = await team.runUntil(agent, "failed", "Thursday");
  const body = { enabled: true, frequency: "daily" as const, time: "02:00", timezone: "Europe/Berlin" };
  const { id } = await team.call(createSchedule, { params: { agent_id: agent.id }, body });
  const came = (day: number, hour: number, outcome: string, run: string | null) =>
    service.query(
      `insert into schedule_firings (schedule_id, due_at, outcome, count, last_due_at, run_id) select $1, t, $2, 1, t, $3
       from (select (date_trunc('week', now() at time zone 'Europe/Berlin') + make_interval(days => $4::int - 7, hours => $5)) at time zone 'Europe/Berlin' as t) x`,
      [id, outcome, run, day, hour],
    );
  await came(2, 2, "started", good.id);
  for (const hour of [8, 9, 10, 11, 12]) await came(3, hour, "started", hour < 11 ? good.id : bad.id);
  await came(4, 2, "missed", null);

  await signIn(page, "schedules?week=-1", service);
  const week = page.getByRole("table", { name: "Schedules by day" });
  const dialog = page.getByRole("dialog");
  await test.step("a single due time leads to its run", async () => {
    await tabTo(page, week.getByRole("link", { name: /^Month report, Wed \d+: 1 ran, at 02:00$/ }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/runs/${good.id}`));
    await expect(page.getByRole("feed", { name: "Messages" })).toContainText("Counted");
    await page.goBack();
  });
  await test.step("a bar leads to all of its due times, and from there to the runs", async () => {
    await expect(week.getByText("2 of 5 failed")).toBeVisible();
    await tabTo(page, week.getByRole("button", { name: /^Month report, Thu \d+: 3 ran, 2 run failed, 08:00 to 12:00$/ }));
    await page.keyboard.press("Enter");
    const times = dialog.getByRole("list", { name: "Due times" }).getByRole("listitem");
    await expect(times).toHaveCount(5);
    await expect(times.filter({ hasText: "Run: Failed" })).toHaveCount(2);
    await times.getByRole("link", { name: "Run: Failed" }).first().press("Enter");
    await expect(page).toHaveURL(new RegExp(`/runs/${bad.id}`));
    await expect(page.getByRole("region", { name: "Failure" })).toContainText("No ledger");
    await page.goBack();
  });
  await test.step("what did not start says why, and what can be done about it", async () => {
    const missed = page.getByRole("region", { name: "Did not start" });
    await expect(missed).toContainText("1 of 7 times");
    await expect(missed.getByRole("listitem")).toContainText("Month report did not start");
    await expect(missed.getByRole("listitem")).toContainText("The service was not running");
    await expect(missed.getByRole("button", { name: "Run now" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Next" }).getByRole("listitem")).toContainText("Month report");
  });
  await test.step("arrow keys lead between lanes and days with due times, and J and K from lane to lane", async () => {
    const lane = week.getByRole("link", { name: "Month report", exact: true });
    await lane.focus();
    await page.keyboard.press("ArrowRight");
    await expect(week.getByRole("link", { name: /^Month report, Wed / })).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(week.getByRole("button", { name: /^Month report, Thu / })).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect(lane).toBeFocused();
    await lane.blur();
    await page.keyboard.press("j");
    await expect(lane).toBeFocused();
  });
  await test.step("filters leave the lanes that the list would, and stay in the address from week to week", async () => {
    await page.getByRole("searchbox", { name: "Search by agent" }).fill("nothing like it");
    await expect(page.getByRole("heading", { name: "No matching schedules" })).toBeVisible();
    await page.getByRole("searchbox", { name: "Search by agent" }).fill("MONTH");
    await expect(page).toHaveURL(/view=week/);
    await expect(week.getByRole("row", { name: /Month report/ })).toHaveCount(1);
    await page.getByRole("link", { name: "Earlier" }).press("Enter");
    await expect(page).toHaveURL(/week=-2/);
    await expect(page).toHaveURL(/search=MONTH/);
    await page.goBack();
    await page.getByRole("searchbox", { name: "Search by agent" }).fill("");
    await expect(page).not.toHaveURL(/search=/);
  });
  await test.step("what is to come is planned", async () => {
    await tabTo(page, page.getByRole("link", { name: "Today" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Later" }).press("Enter");
    await expect(week.getByRole("button", { name: /^Month report, \w+ \d+: 1 planned, at 02:00$/ })).toHaveCount(7);
  });
  await test.step("a phone has a day as a list, and a strip to choose it", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${service.url}/t/${team.teamId}/schedules?week=-1`);
    const list = page.getByRole("list", { name: "Due on this day" });
    await page.getByRole("group", { name: "Day" }).getByRole("button", { name: /^Thu/ }).press("Enter");
    await expect(page).toHaveURL(/day=3/);
    await expect(list.getByRole("listitem")).toContainText("3 ran, 2 run failed");
    await list.getByRole("button").press("Enter");
    await expect(dialog.getByRole("list", { name: "Due times" }).getByRole("listitem")).toHaveCount(5);
  });
});
