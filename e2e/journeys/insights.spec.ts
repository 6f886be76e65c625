import { createAgent } from "#contract/agents/agents.ts";
import { createApi } from "../api.ts";
import { expect, test } from "../fixtures.ts";
import type { Service } from "../service.ts";
import { downloadedText, tabTo } from "../steps.ts";

/** Runs of an agent, two for each day that has gone by: some of them failed, and every second one was started by a schedule. */
async function plant(service: Service, agentId: string, teamId: string, count: number): Promise<void> {
  await service.query(
    `insert into runs (id, team_id, agent_id, build_id, status, source, title, run_number, created_at)
     select gen_random_uuid(), $2, $1, $1, case when n % 10 = 0 then 'failed' else 'completed' end, case when n % 2 = 0 then 'scheduling' else 'api' end,
       'Planted', n, now() - interval '12 hours' * (n - 0.5) from generate_series(1, $3::int) n`,
    [agentId, teamId, count],
  );
}

test("an administrator reads what the teams of an organization come to, by the keyboard alone", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const api = createApi(ownService.url, ownService.key);
  const { agent } = await api.call(createAgent, { params: { teamId: ownTeam.teamId }, body: { name: "Invoice reader" } });
  await plant(ownService, agent.id, ownTeam.teamId, 100);

  await signIn(page, "runs", ownService);
  await test.step("they are in the sidebar, below the name of the organization", async () => {
    await tabTo(page, page.getByRole("navigation", { name: "Organization" }).getByRole("link", { name: "Insights" }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Insights" })).toBeVisible();
  });
  const figure = (name: string) => page.locator("dl > div", { has: page.getByText(name, { exact: true }) });
  await test.step("the headline stands beside the time before", async () => {
    await expect(figure("Runs")).toContainText("60");
    await expect(figure("Runs")).toContainText("50% more");
    await expect(figure("Failed")).toContainText("6up from 4");
    await expect(figure("Active agents")).toContainText("1");
  });
  await test.step("a day stands beside the one of the time before", async () => {
    await tabTo(page, page.getByRole("group", { name: /^Runs by day/ }));
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("status").filter({ hasText: /: 2 runs, failed \d, completed \d, 30 days before \d$/ })).toBeAttached();
  });
  await test.step("another window is in the address, and has other periods", async () => {
    await page.getByRole("combobox", { name: "Window" }).selectOption("Last 7 days");
    await expect(figure("Runs")).toContainText("14");
    await expect(page).toHaveURL(/last=7d/);
    await page.getByRole("combobox", { name: "Period" }).selectOption("Week");
    await expect(page).toHaveURL(/by=week/);
    await expect(page.locator("[data-column]")).toHaveCount(2);
  });
  await test.step("columns are read by their keys, and as a table", async () => {
    const chart = page.getByRole("group", { name: /^Runs by week/ });
    await tabTo(page, chart);
    await page.keyboard.press("End");
    await expect(page.getByRole("status").filter({ hasText: /^Week of .*, so far: \d+ runs?, failed \d+, completed \d+$/ })).toBeAttached();
    await page.getByRole("combobox", { name: "Split" }).selectOption("By start");
    await expect(page).toHaveURL(/split=start/);
    await page.getByRole("button", { name: "Runs by week as a table" }).press("Enter");
    const table = page.getByRole("table", { name: "Runs by week" });
    await expect(table.getByRole("row")).toHaveCount(3);
    await expect(table.getByRole("columnheader")).toHaveText(["Week", "Scheduled", "Other starts", "All"]);
  });
  const teams = page.getByRole("table", { name: "Teams" });
  await test.step("the table of teams leaves as a file", async () => {
    await page.getByRole("button", { name: "Export" }).press("Enter");
    const text = await downloadedText(page, () => page.getByRole("menuitem", { name: "CSV, for a spreadsheet" }).press("Enter"));
    expect(text).toMatch(/Main,14,1[23],0\.\d+,[12],7,/);
  });
  await test.step("words that lie over the table do not take its presses", async () => {
    await page.getByRole("button", { name: "Export" }).hover();
    const words = page.getByRole("tooltip").filter({ visible: true });
    await expect(words).toHaveText("Export");
    const taken = await words.evaluate((lies) => {
      const { x, y, width, height } = lies.getBoundingClientRect();
      return lies.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(taken).toBe(false);
  });
  await test.step("a figure leads to the runs that it counts", async () => {
    await teams.getByRole("link", { name: "14", exact: true }).press("Enter");
    await expect(page).toHaveURL(/\/runs\?since=7d/);
    await expect(page.getByText("14 runs", { exact: true })).toBeVisible();
  });
  await test.step("an agent that fails leads to its failed runs", async () => {
    await page.goBack();
    const failing = page.getByRole("list", { name: "Most failures" }).getByRole("link");
    await expect(failing).toHaveText("Invoice reader Main17.1%");
    await failing.press("Enter");
    await expect(page).toHaveURL(/status=failed/);
    await expect(page.getByText("1 run", { exact: true })).toBeVisible();
  });
});
