import { expect, test } from "../fixtures.ts";
import { tabTo } from "../steps.ts";

test("the list of agents says what needs attention, finds an agent by what it does, and each number opens exactly its runs, by keyboard", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const clerk = await ownTeam.createAgent("Findings clerk", "say Decided by the payment terms");
  await ownTeam.runUntil(clerk, "completed", "First");
  await ownTeam.addRevision(clerk, ownTeam.stepsOf("fail The ledger did not answer"), true);
  await ownTeam.runUntil(clerk, "failed", "Second");
  await ownTeam.runUntil(clerk, "failed", "Third");
  const approval = await ownTeam.createAgent("Payment approval", "ask Shall we pay?\nsay Paid");
  await ownTeam.runUntil(approval, "waiting", "Friday");
  const checker = await ownTeam.createAgent("Invoice checker", "say Checked");
  await ownTeam.runUntil(checker, "completed", "Sums");
  await ownTeam.createAgent("Address clerk", "say Nobody moved");
  const listed = page.getByRole("table", { name: "Runs", exact: true }).locator("tbody").getByRole("row");

  await signIn(page, "agents", ownService);
  const table = page.getByRole("table", { name: "Agents" });
  const rowOf = (name: string) => table.getByRole("row").filter({ hasText: name });
  await test.step("agents stand in groups, the worst first", async () => {
    await expect(table.locator("tbody").getByRole("row")).toHaveText([
      /^Needs attention2$/,
      /Findings clerk.*Last 2 runs failed/,
      /Payment approval.*1 run waits for a person/,
      /^Healthy1$/,
      /Invoice checker/,
      /^No runs in 30 days1$/,
      /Address clerk/,
    ]);
    await expect(
      rowOf("Findings clerk").getByRole("img", { name: "3 runs in 30 days, 3 on the busiest, many failures on 1 day" }),
    ).toBeVisible();
  });
  await test.step("every number opens its runs", async () => {
    for (const [agent, number, count] of [
      ["Findings clerk", "Last 2 runs failed", 2],
      ["Findings clerk", "3", 3],
      ["Findings clerk", "33.3%, 2 runs failed", 2],
      ["Payment approval", "1 run waits for a person", 1],
    ] as const) {
      const link = rowOf(agent).getByRole("link", { name: number, exact: true });
      await tabTo(page, link);
      await page.keyboard.press("Enter");
      await expect(listed).toHaveCount(count);
      await page.goBack();
    }
  });
  await test.step("what an agent does finds it", async () => {
    await tabTo(page, page.getByRole("searchbox", { name: "Search agents" }), "Shift+Tab");
    await page.keyboard.type("nobody moved");
    await expect(table.getByRole("checkbox", { name: "Address clerk" })).toBeVisible();
    await expect(table.locator("tbody").getByRole("row")).toHaveCount(2);
    await page.keyboard.press("Escape");
    await expect(rowOf("Invoice checker")).toBeVisible();
  });
  await test.step("one group is a filter of the list", async () => {
    await page.getByRole("combobox", { name: "Health" }).selectOption("Needs attention");
    await expect(page).toHaveURL(/health=attention/);
    await expect(table.locator("tbody").getByRole("row")).toHaveCount(3);
  });
});
