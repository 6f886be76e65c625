import { listAgents } from "#contract/agents/agents.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { recordVisit } from "#contract/teams/visits.ts";
import { expect, test } from "../fixtures.ts";
import { joinTeam, openAs } from "../people.ts";
import { tabTo } from "../steps.ts";

test("the start of a team says what waits, what failed and what comes next, and follows by itself", async ({
  page,
  signIn,
  ownService: service,
  ownTeam: team,
}) => {
  await signIn(page, undefined, service);
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole("heading", { name: "Put your first agent to work" })).toBeVisible();

  const waiting = page.getByRole("region", { name: "Waiting for you" });
  const failed = page.getByRole("region", { name: "Failures" });
  const next = page.getByRole("region", { name: "Next" });
  const open = page.getByRole("region", { name: "Open cases" });
  const figure = (name: string) => page.getByRole("link", { name: new RegExp(`^${name}: `) });

  await test.step("it fills while it is open", async () => {
    const clerk = await team.createAgent("Night clerk", "fail The ledger is closed");
    await page.getByRole("button", { name: "Hide checklist" }).press("Enter");
    await expect(waiting).toContainText("You’re all caught up");
    await expect(next).toContainText("No schedule is active");
    await expect(open).toContainText("No queue has open cases");
    await team.runUntil(clerk, "failed", "Close the ledger");
    await expect(failed.getByRole("listitem")).toContainText("The ledger is closed");
    await expect(figure("Failed")).toHaveText("1");
    const asking = await team.createAgent("Asking clerk", 'ask "Which colour?"');
    await team.runUntil(asking, "waiting");
    await expect(waiting.getByRole("link", { name: /Which colour\?/ })).toBeVisible();
    await expect(figure("Waiting for you")).toHaveText("1");
    const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Letters" } });
    const cases = [1, 2].map((n) => ({ title: `Letter ${n}`, data: "" }));
    await team.call(createCases, { params: { queue_id: queue.id }, body: { cases } });
    await expect(open.getByRole("link", { name: /Letters/ })).toContainText(/All pending2\+2$/);
    await expect(figure("Open cases")).toHaveText("2");
    await team.call(createSchedule, {
      params: { agent_id: clerk.id },
      body: { frequency: "daily", time: "04:00", timezone: "UTC", enabled: true },
    });
    await expect(next.getByRole("link", { name: /Night clerk/ })).toContainText("Every day at 04:00 in UTC");
  });

  await test.step("each part leads to what it counts, by keyboard", async () => {
    await figure("Failed").press("Enter");
    await expect(page).toHaveURL(/\/runs\?status=failed&from=/);
    await expect(page.getByRole("table", { name: "Runs" }).locator("tbody").getByRole("row")).toHaveCount(1);
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
    await page.getByLabel("Time").selectOption("Last 7 days");
    await expect(page).toHaveURL(/\/home\?time=7d$/);
    await expect(failed.getByRole("listitem")).toContainText("The ledger is closed");
    await waiting.getByRole("link", { name: /Which colour\?/ }).press("Enter");
    await expect(page.getByRole("button", { name: /Send answer/ })).toBeVisible();
  });
});

test("on a phone a figure has room for the day that is next, and a cause for its words", async ({
  page,
  signIn,
  ownService,
  ownTeam: team,
}) => {
  const clerk = await team.createAgent("Night clerk", "fail The ledger is closed");
  await team.runUntil(clerk, "failed");
  const days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
  const day = days[(new Date().getUTCDay() + 3) % 7];
  await team.call(createSchedule, {
    params: { agent_id: clerk.id },
    body: { frequency: "weekly", day, time: "22:30", timezone: "UTC", enabled: true },
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, "home", ownService);
  const next = page.getByRole("link", { name: /^Next: / });
  await expect(next).toHaveText(/^(Sun|Mon|Tue|Wed|Thu|Fri|Sat)$/);
  await expect(page.getByText(/^\d\d:30 · Night clerk$/)).toBeVisible();
  const cause = page.getByRole("list", { name: "Failures by cause" }).getByRole("link", { name: /1 run/ });
  for (const words of [next.locator(".."), cause])
    expect(await words.evaluate((node) => [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight])).toEqual([0, 0]);
});

test("the first steps of a team tick themselves, and the next one has the button", async ({ page, signIn, ownService, ownTeam: team }) => {
  const { teamId } = team;
  const steps = page.getByRole("list", { name: "First steps" });
  const step = (title: string) => steps.getByRole("listitem").filter({ hasText: title });
  const done = (title: string) => step(title).getByRole("img", { name: "Done" });
  await signIn(page, "home", ownService);
  await test.step("with nothing there, an agent is next", async () => {
    await expect(done("Create the team")).toBeVisible();
    await expect(page.getByText(/1 of 7 done/)).toBeVisible();
    await expect(steps.getByRole("link")).toHaveText(["New agent"]);
  });
  await test.step("then a run", async () => {
    const clerk = await team.createAgent("Night clerk", "say Entered");
    await expect(done("Create your first agent")).toBeVisible();
    await tabTo(page, steps.getByRole("button", { name: "Start run" }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Start run" })).toBeVisible();
    await page.keyboard.press("Escape");
    await team.runUntil(clerk, "completed", "Enter the letters");
  });
  await test.step("beside what there is to tell, the steps go on", async () => {
    await expect(page.getByRole("heading", { name: "Waiting for you" })).toBeVisible();
    await expect(done("Start a run and watch it work")).toBeVisible();
    const { queue } = await team.call(createQueue, { params: { teamId }, body: { name: "Letters" } });
    await expect(steps.getByRole("link", { name: "Import cases" })).toBeVisible();
    await team.call(createCases, { params: { queue_id: queue.id }, body: { cases: [{ title: "Letter", data: "" }] } });
    await expect(done("Add cases to a queue")).toBeVisible();
  });
  await test.step("they leave once an agent is started by itself", async () => {
    const [agent] = (await team.call(listAgents, { params: { teamId }, query: {} })).agents;
    await expect(steps.getByRole("link", { name: "Add a schedule" })).toBeVisible();
    await team.call(createSchedule, {
      params: { agent_id: agent?.id ?? "" },
      body: { frequency: "daily", time: "04:00", timezone: "UTC", enabled: true },
    });
    await expect(steps).toHaveCount(0);
  });
});

test("whoever comes back sees what broke since, goes from a number to exactly its rows, and runs it again, by the keyboard alone", async ({
  page,
  signIn,
  ownService: service,
  ownTeam: team,
}) => {
  const clerk = await team.createAgent("Findings clerk", "fail The ledger did not answer");
  await team.runUntil(clerk, "failed", "Long ago");
  await service.query("update runs set created_at = now() - interval '5 hours' where team_id = $1", [team.teamId]);
  await team.call(recordVisit, { params: { teamId: team.teamId } });
  await service.query("update team_visits set seen_at = now() - interval '2 hours' where team_id = $1", [team.teamId]);
  for (const message of ["First", "Second"]) await team.runUntil(clerk, "failed", message);
  const checker = await team.createAgent("Invoice checker", "say Checked");
  await team.runUntil(checker, "completed", "Third");

  await signIn(page, "home", service);
  const figure = (name: string) => page.getByRole("link", { name: new RegExp(`^${name}: `) });
  const cause = page.getByRole("list", { name: "Failures by cause" }).getByRole("listitem");
  const listed = page.getByRole("table", { name: "Runs", exact: true }).locator("tbody").getByRole("row");

  await test.step("it tells of the time since the former visit, and no other", async () => {
    await expect(page.getByText(/^Since .*\d\d:\d\d/)).toBeVisible();
    await expect(figure("Failed")).toHaveText("2");
    await expect(figure("Done")).toHaveText("1");
    await expect(cause).toHaveCount(1);
    await expect(cause).toContainText(/2 runs.*Findings clerk, revision 1 · The ledger did not answer/);
    await expect(cause.getByRole("link", { name: "Edit revision 1" })).toBeVisible();
  });
  await test.step("a number opens exactly what it counts", async () => {
    await tabTo(page, figure("Failed"));
    await page.keyboard.press("Enter");
    await expect(listed).toHaveCount(2);
    await expect(listed.filter({ hasText: "Long ago" })).toHaveCount(0);
    await page.goBack();
    await tabTo(page, page.getByRole("link", { name: "Findings clerk: 2 failed" }));
    await page.keyboard.press("Enter");
    await expect(listed).toHaveCount(2);
    await page.goBack();
  });
  await test.step("the visit goes on after a reload", async () => {
    const said = await page.getByText(/^Since .*\d\d:\d\d/).textContent();
    await page.reload();
    await expect(page.getByText(said ?? "")).toBeVisible();
  });
  await test.step("once another revision is live, the next step is to run them again", async () => {
    await team.addRevision(clerk, team.stepsOf("say Entered"), true);
    const again = cause.getByRole("button", { name: "Run 2 again" });
    await tabTo(page, again);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Start 2 runs" }).press("Enter");
    await expect(dialog).toContainText("2 started again");
    await dialog.getByRole("button", { name: "Close" }).first().press("Enter");
    await expect(figure("Done")).toHaveText("3");
    await expect(figure("Failed")).toHaveText("2");
  });
});

test("who may read the audit log sees what others changed, and nobody else does", async ({
  page,
  signIn,
  ownService: service,
  ownTeam: team,
  openBrowser,
}) => {
  const { teamId } = team;
  await team.runUntil(await team.createAgent("Findings clerk", "say Done"), "completed");
  const other = await joinTeam(service, teamId, "Second Manager", "team:manager");
  const theirs = await openBrowser();
  await openAs(theirs, service, other, `/t/${teamId}/home`);
  await expect(theirs.getByRole("heading", { name: "Open cases" })).toBeVisible();
  await expect(theirs.getByRole("heading", { name: "Changes by others" })).toHaveCount(0);
  await theirs.getByRole("link", { name: "Queues", exact: true }).first().click();
  await theirs.getByRole("button", { name: "New queue" }).first().click();
  await theirs.getByRole("textbox", { name: "Name" }).fill("Letters");
  await theirs.getByRole("button", { name: "Create queue" }).click();
  await expect(theirs.getByRole("heading", { level: 1, name: "Letters" })).toBeVisible();

  await signIn(page, "home", service);
  const changes = page.getByRole("list", { name: "Changes by others" }).getByRole("link");
  await expect(async () => {
    await page.reload();
    await expect(changes).toHaveText(/^Second Manager Queue created: Letters/, { timeout: 2000 });
  }).toPass();
  await changes.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("Queue created");
});
