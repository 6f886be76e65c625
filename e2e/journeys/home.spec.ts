import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { expect, test } from "../fixtures.ts";

test("the start of a team says what waits, what failed and what comes next, and follows by itself", async ({
  page,
  signIn,
  ownService: service,
  ownTeam: team,
}) => {
  await signIn(page, undefined, service);
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole("heading", { name: "No agents yet" })).toBeVisible();

  const waiting = page.getByRole("region", { name: "Waiting for you" });
  const failed = page.getByRole("region", { name: "Failures" });
  const next = page.getByRole("region", { name: "Upcoming" });
  const open = page.getByRole("region", { name: "Open cases" });
  const figure = (name: string) => page.getByRole("link", { name: new RegExp(`^${name}: `) });

  await test.step("it fills while it is open", async () => {
    const clerk = await team.createAgent("Night clerk", "fail The ledger is closed");
    await expect(waiting).toContainText("You’re all caught up");
    await expect(next).toContainText("No schedule is active");
    await expect(open).toContainText("No queue has open cases");
    await team.runUntil(clerk, "failed", "Close the ledger");
    await expect(failed.getByRole("link", { name: /Close the ledger/ })).toBeVisible();
    await expect(figure("Failed")).toHaveText("1");
    const asking = await team.createAgent("Asking clerk", 'ask "Which colour?"');
    await team.runUntil(asking, "waiting");
    await expect(waiting.getByRole("link", { name: /Which colour\?/ })).toBeVisible();
    await expect(figure("Waiting for you")).toHaveText("1");
    const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Letters" } });
    const cases = [1, 2].map((n) => ({ title: `Letter ${n}`, data: "" }));
    await team.call(createCases, { params: { queue_id: queue.id }, body: { cases } });
    await expect(open.getByRole("link", { name: /Letters/ })).toContainText("2 pending");
    await team.call(createSchedule, {
      params: { agent_id: clerk.id },
      body: { frequency: "daily", time: "04:00", timezone: "UTC", enabled: true },
    });
    await expect(next.getByRole("link", { name: /Night clerk/ })).toContainText("Every day at 04:00 in UTC");
  });

  await test.step("each part leads to what it counts, by keyboard", async () => {
    await figure("Failed").press("Enter");
    await expect(page).toHaveURL(/\/runs\?status=failed&since=24h$/);
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
    await page.getByLabel("Time").selectOption("Last 7 days");
    await expect(page).toHaveURL(/\/home\?last=7d$/);
    await expect(failed.getByRole("link", { name: /Close the ledger/ })).toBeVisible();
    await waiting.getByRole("link", { name: /Which colour\?/ }).press("Enter");
    await expect(page.getByRole("button", { name: /Send answer/ })).toBeVisible();
  });
});
