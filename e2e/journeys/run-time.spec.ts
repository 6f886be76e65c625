import pg from "pg";
import type { TeamWork } from "../team-work.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { expectFits } from "../fits.ts";
import type { Service } from "../service.ts";
import { tabTo } from "../steps.ts";
import { storeOf } from "../store-of.ts";

/** A run that waits for an approval since two hours and ten minutes, as nobody wants to wait here. */
async function longAsked(service: Service, team: TeamWork): Promise<string> {
  const agent = await team.createAgent("Pay invoices", 'call list_files {}\napprove "Pay the invoice?"\ncall list_files {}\nsay Paid');
  const { id } = await team.runUntil(agent, "waiting");
  const store = new pg.Client(storeOf(service.dataDir));
  await store.connect();
  const before = "now() - interval '2 hours 10 minutes'";
  await store.query(`update human_requests set created_at = ${before} where run_id = $1`, [id]);
  await store.query(`update run_messages set created_at = ${before} - (10 - seq) * interval '20 seconds' where run_id = $1`, [id]);
  await store.query(
    `update runs set created_at = ${before} - interval '4 minutes', started_at = ${before} - interval '3 minutes' where id = $1`,
    [id],
  );
  await store.end();
  return id;
}

test("the time of a run says what took it, leads to its place in the transcript, and is a table too", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const id = await longAsked(ownService, ownTeam);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, `runs/${id}`, ownService);
  const plot = page.getByRole("group", { name: /^Time of the run/ });
  const marked = page.getByRole("feed", { name: "Messages" }).locator("article.outline-accent");

  await test.step("it names what takes longest, while it waits and once it is answered", async () => {
    await expect(page.getByRole("button", { name: /^Waits 2h 10m for an approval$/ })).toBeVisible();
    await ownTeam.approve(id);
    await ownTeam.waitFor(id, "completed");
    await expect(page.getByRole("button", { name: /^Waited 2h 10m for an approval$/ })).toBeVisible();
    await expect(page.getByRole("term").filter({ hasText: "Waiting" }).locator("+ dd")).toHaveText("2h 11m");
  });

  await test.step("by keyboard from part to part, and to the call that asked", async () => {
    await tabTo(page, plot);
    await page.keyboard.press("Home");
    await expect(page.getByRole("status").filter({ hasText: "Waited for a free worker: 1m, from 0s" })).toBeAttached();
    const looked = page.getByRole("status").filter({ hasText: "Waited for an approval: 2h 10m" });
    for (let press = 0; press < 20 && (await looked.count()) === 0; press++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(marked).toContainText("Pay the invoice?");
    await expect(plot).toBeFocused();
    await expectAccessible(page, "the time of a run");
  });

  await test.step("as a table, whose rows lead there too", async () => {
    await page.getByRole("button", { name: "Time as a table" }).press("Enter");
    const table = page.getByRole("table", { name: "Where the time went" });
    const row = table.getByRole("row").filter({ hasText: "Waited for an approval" });
    await expect(row.getByRole("cell").last()).toHaveText("2h 10m");
    await expectAccessible(page, "the time of a run as a table");
    await row.getByRole("link").press("Enter");
    await expect(page).toHaveURL(/\?at=\d+$/);
  });

  await test.step("a phone has it too", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${ownService.url}/t/${ownTeam.teamId}/runs/${id}`);
    // Where a decision and its files have the screen, it is there when it is asked for.
    await expect(plot).toHaveCount(0);
    await page.getByRole("button", { name: "Time", exact: true }).press("Enter");
    await expect(plot).toBeVisible();
    await expectFits(page, "the time of a run");
  });
});
