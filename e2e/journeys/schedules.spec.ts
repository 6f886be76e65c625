import { listTeamSchedules } from "#contract/schedules/schedule-firings.ts";
import { createSchedule, updateSchedule } from "#contract/schedules/schedules.ts";
import { expect, test } from "../fixtures.ts";
import { holdBack, writesOf } from "../held-keys.ts";
import { notices } from "../steps.ts";

/** It is between 9 and 15 o'clock in one of these. None of them changes its clock. */
const zones = ["Pacific/Gambier", "America/Sao_Paulo", "Europe/Istanbul", "Asia/Tokyo"];
const hourIn = (timeZone: string) => Number(new Date().toLocaleTimeString("en-GB", { timeZone, hour: "2-digit" }));
const timezoneId = zones.find((zone) => hourIn(zone) >= 9 && hourIn(zone) < 15) ?? "UTC";
// The day that the browser shows began hours ago and goes on for hours.
test.use({ timezoneId });

// A team of its own: the week counts every schedule that is due, also what other tests set up.
test("a schedule is set up, fires, is paused, resumed and deleted", async ({ page, signIn, ownService: service, ownTeam: team }) => {
  const agent = await team.createAgent("Gate porter", "say Counted");
  await signIn(page, `agents/${agent.id}?tab=schedules`, service);
  const dialog = page.getByRole("dialog");
  const table = page.getByRole("table", { name: "Schedules" });

  await test.step("the form says when it will be due while somebody types", async () => {
    await expect(page.getByText("No schedules yet")).toBeVisible();
    await page.getByRole("button", { name: "New schedule" }).click();
    const when = dialog.getByRole("region", { name: "When it runs" });
    const zone = dialog.getByRole("combobox", { name: "Time zone" });
    await zone.fill("nuuk");
    await expect(dialog.getByRole("listbox").getByRole("option")).toHaveText(["America/Nuuk"]);
    await zone.press("Enter");
    await expect(when).toContainText("Every weekday at 09:00 in America/Nuuk");
    await dialog.getByLabel("Repeats").selectOption("custom");
    await dialog.getByLabel("Cron expression").fill("0 9 13 * 5");
    await expect(when).toContainText("At 09:00 on day 13 of the month, or on Fridays in America/Nuuk");
    await expect(when.getByRole("row")).toHaveCount(11);
    await dialog.getByLabel("Cron expression").fill("0 9 29 2 *");
    await expect(when.getByRole("row").last()).toContainText(/Feb 29, 20\d\d, 09:00/);
    await dialog.getByLabel("Cron expression").fill("0 9 31 2 *");
    await expect(dialog).toContainText("These months do not have this day. Use another day or month");
    await dialog.getByRole("button", { name: "Create schedule" }).click();
    await expect(dialog.getByLabel("Cron expression")).toHaveAccessibleDescription(/These months do not have this day/);
    await dialog.getByLabel("Repeats").selectOption("daily");
    await dialog.getByLabel("Time", { exact: true }).fill("03:17");
    await expect(when).toContainText("Every day at 03:17 in America/Nuuk");
    await dialog.getByRole("button", { name: "Create schedule" }).click();
    await expect(table.getByRole("link", { name: "Every day at 03:17 in America/Nuuk" })).toBeVisible();
  });

  await test.step("what is due starts a run, which the history leads to", async () => {
    // Not long ago, and of the same hours as the second behind it.
    await service.query("update schedules set next_fire_at = date_bin('10 s', now(), 'epoch') where agent_id = $1", [agent.id]);
    await expect(table.getByText("Started")).toBeVisible();
    await table.getByRole("link", { name: "Every day at 03:17 in America/Nuuk" }).click();
    const history = dialog.getByRole("region", { name: "History" });
    await expect(history.getByRole("listitem")).toHaveCount(1);
    await expect(history.getByRole("listitem")).not.toContainText("late");
    await service.query(
      "update schedule_firings set created_at = due_at + interval '157 s' where schedule_id in (select id from schedules where agent_id = $1)",
      [agent.id],
    );
    await history.getByLabel("Outcome").selectOption("missed");
    await expect(history).toContainText("Nothing with this outcome in the last 90 days.");
    await history.getByLabel("Outcome").selectOption("started");
    await expect(history.getByRole("listitem")).toContainText("Started 2m 37s late");
    await history.getByRole("link", { name: /^Run: / }).click();
    await expect(page.getByText("Counted").first()).toBeVisible();
    await page.goBack();
  });

  await test.step("it is run at once, by a double click on a slow line once, paused and resumed", async () => {
    const answers = await holdBack(page, "*/schedules/*/run");
    const writes = writesOf(page);
    await dialog.getByRole("button", { name: "Run now" }).dblclick();
    await answers.letGo();
    await expect(notices(page).getByText("Run started")).toHaveCount(1);
    await expect(dialog.getByRole("region", { name: "History" }).getByRole("listitem").filter({ hasText: "Started by hand" })).toHaveCount(
      1,
    );
    expect(writes).toHaveLength(1);
    await dialog.getByRole("button", { name: "Pause" }).click();
    await expect(dialog).toContainText("Runs missed while this schedule is paused are not started later.");
    await dialog.getByRole("button", { name: "Resume" }).click();
    await expect(dialog.getByRole("region", { name: "Next due times" }).getByRole("row")).toHaveCount(11);
  });

  await test.step("what was changed and not saved says so when it is opened again, and is discarded", async () => {
    const kept = dialog.getByRole("status").filter({ hasText: "Not saved yet: what you had entered." });
    const reopen = async () => {
      await page.keyboard.press("Escape");
      await table.getByRole("link", { name: "Every day at 03:17 in America/Nuuk" }).click();
      await dialog.getByRole("button", { name: "Edit" }).click();
    };
    await dialog.getByRole("button", { name: "Edit" }).click();
    await dialog.getByLabel("Repeats").selectOption("weekly");
    await reopen();
    await expect(dialog.getByLabel("Repeats")).toHaveValue("weekly");
    await kept.getByRole("button", { name: "Discard" }).click();
    await expect(dialog.getByLabel("Repeats")).toHaveValue("daily");
    await reopen();
    await expect(dialog.getByLabel("Repeats")).toHaveValue("daily");
    await expect(kept).toBeHidden();
  });

  await test.step("what somebody else saved meanwhile is replaced by a decision only", async () => {
    const [stored] = (await team.call(listTeamSchedules, { params: { teamId: team.teamId }, query: { agent_id: agent.id } })).schedules;
    const theirs = (time: string) =>
      team.call(updateSchedule, { params: { agent_id: agent.id, schedule_id: stored?.id ?? "" }, body: { time } });
    const time = dialog.getByLabel("Time", { exact: true });
    await time.fill("04:44");
    await theirs("05:55");
    const notice = dialog.getByRole("alert").filter({ hasText: "This was changed elsewhere" });
    await expect(notice).toContainText("03:17");
    await expect(notice).toContainText("05:55");
    await dialog.getByRole("button", { name: "Save schedule" }).click();
    await expect(dialog).toContainText("Choose which version to keep first.");
    await notice.getByRole("button", { name: "Take theirs" }).click();
    await expect(time).toHaveValue("05:55");
    await theirs("03:17");
    await expect(time).toHaveValue("03:17");
  });

  await test.step("the week of the team has it", async () => {
    await page.goto(`${service.url}/t/${team.teamId}/schedules`);
    const week = page.getByRole("region", { name: "Due times by day" });
    await expect(week.getByRole("button", { name: /^Gate porter, .*: [12] ran/ })).toBeAttached();
    await service.query(
      `insert into schedule_firings (schedule_id, due_at, outcome, count, last_due_at)
       select schedule_id, due_at + interval '1 s', 'missed', 112, due_at + interval '1 s' from schedule_firings
       where outcome = 'started' and schedule_id in (select id from schedules where agent_id = $1)`,
      [agent.id],
    );
    await page.reload();
    await expect(week.getByText("112 of 114 missed")).toBeVisible();
    const place = await page.getByRole("link", { name: "Earlier" }).boundingBox();
    for (const back of [-1, -2]) {
      await page.mouse.click((place?.x ?? 0) + 5, (place?.y ?? 0) + 5);
      await expect(page).toHaveURL(new RegExp(`week=${back}`));
    }
    await page.getByRole("link", { name: "Today" }).click();
  });

  await test.step("a day of the week says by keyboard what it counts, and leads to the run", async () => {
    const day = page.getByRole("region", { name: "Due times by day" }).getByRole("button", { name: /^Gate porter, .* 112 missed/ });
    await day.focus();
    await page.keyboard.press("Enter");
    const started = dialog.getByRole("listitem").filter({ hasText: "Started 2m 37s late" });
    await expect(dialog.getByRole("link", { name: "Open schedule" })).toHaveAttribute("href", /open=/);
    await page.keyboard.press("Escape");
    await expect(day).toBeFocused();
    await page.keyboard.press("Enter");
    await started.getByRole("link", { name: /^Run: / }).click();
    await expect(page.getByText("Counted").first()).toBeVisible();
    await page.goto(`${service.url}/t/${team.teamId}/schedules?view=list`);
    // Keys are heard once the page is there.
    await expect(table).toBeVisible();
  });

  await test.step("another one is set up on the page of the team, by keyboard, and is in the list at once", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox", { name: "Search and commands" }).fill("New schedule");
    await expect(page.getByRole("option", { name: "New schedule", exact: true })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await dialog.getByRole("combobox", { name: "Agent" }).fill("Gate");
    await expect(dialog.getByRole("option")).toHaveText(["Gate porter"]);
    await expect(dialog.getByRole("combobox", { name: "Agent" })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole("option")).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Repeats")).toBeFocused();
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(table.getByRole("link", { name: /^Every weekday at 09:00/ })).toBeVisible();
  });

  await test.step("one of a date is set up, opened again and becomes one of every month", async () => {
    const date = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    const inWords = new RegExp(`^Once on \\w+ ${Number(date.slice(8))} at 06:30`);
    await page.goto(`${service.url}/t/${team.teamId}/agents/${agent.id}?tab=schedules&open=new`);
    await dialog.getByLabel("Repeats").selectOption("Once");
    await dialog.getByLabel("Time", { exact: true }).fill("06:30");
    await dialog.getByLabel("Date").fill(new Date().toLocaleDateString("sv", { timeZone: timezoneId }));
    await dialog.getByLabel("Time", { exact: true }).fill("00:00");
    await dialog.getByRole("button", { name: "Create schedule" }).click();
    await expect(dialog.getByLabel("Date")).toHaveAccessibleDescription("Choose a date and time in the future");
    await dialog.getByLabel("Time", { exact: true }).fill("23:59");
    await expect(dialog.getByLabel("Date")).toHaveAccessibleDescription("");
    await dialog.getByLabel("Time", { exact: true }).fill("06:30");
    await dialog.getByLabel("Date").fill(date);
    await expect(dialog.getByRole("region", { name: "When it runs" }).getByRole("row")).toHaveCount(2);
    await dialog.getByRole("button", { name: "Create schedule" }).click();
    await table.getByRole("link", { name: inWords }).click();
    await dialog.getByRole("button", { name: "Edit" }).click();
    await expect(dialog.getByLabel("Date")).toHaveValue(date);
    await dialog.getByLabel("Repeats").selectOption("monthly");
    await dialog.getByRole("button", { name: "Save schedule" }).click();
    await expect(dialog).toContainText("On day 1 of every month at 06:30");
  });

  await test.step("one that was due once has ended, and is set to another time", async () => {
    const body = { enabled: true, frequency: "hourly" as const, timezone: "UTC", recurring: false };
    const { id } = await team.call(createSchedule, { params: { agent_id: agent.id }, body });
    await page.goto(`${service.url}/t/${team.teamId}/schedules?open=${id}`);
    await expect(dialog.getByText("Active", { exact: true })).toBeVisible();
    await service.query("update schedules set next_fire_at = date_trunc('minute', now()) where id = $1", [id]);
    await expect(dialog.getByText("Ended", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Resume" })).toHaveCount(0);
    await dialog.getByRole("button", { name: "Edit" }).click();
    await dialog.getByLabel("Repeats").selectOption("daily");
    await dialog.getByRole("button", { name: "Save schedule" }).click();
    await expect(dialog.getByText("Active", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Delete" }).click();
  });

  await test.step("one that a program made to be due once by its frequency stays so", async () => {
    const body = { enabled: true, frequency: "custom" as const, cron: "0 9 * * 1-5", timezone: "UTC", recurring: false };
    const { id } = await team.call(createSchedule, { params: { agent_id: agent.id }, body });
    // A link opens it also beside a page of the list that does not have it.
    await page.goto(`${service.url}/t/${team.teamId}/schedules?search=nothing-has-this-name&open=${id}`);
    await dialog.getByRole("button", { name: "Edit" }).click();
    await expect(dialog.getByLabel("Only once")).toBeChecked();
    await dialog.getByLabel("Cron expression").fill("0 8 * * 1-5");
    await dialog.getByRole("button", { name: "Save schedule" }).click();
    await expect(dialog.getByRole("heading", { name: "At 08:00 from Monday to Friday in UTC, only once" })).toBeVisible();
    await page.goto(`${service.url}/t/${team.teamId}/schedules?view=list`);
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
