import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";
import { tabTo } from "../steps.ts";

test("the page of an agent says how its live revision does, and each figure leads to exactly its runs, by the keyboard alone", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const agent = await ownTeam.createAgent("Findings clerk", "say Done");
  await ownTeam.runUntil(agent, "completed", "First");
  await ownTeam.runUntil(agent, "completed", "Second");
  await ownTeam.addRevision(agent, { version: "v1", data: { model: "scripted", input: "fail The ledger did not answer" } }, true);
  await ownTeam.runUntil(agent, "failed", "Third");
  await ownService.query(
    `update runs set eval_summary = jsonb_build_object('status', 'ready', 'passed', 2 - run_number, 'total', 1),
       issue_severity = case when run_number = 2 then 'low' end where agent_id = $1 and run_number < 3`,
    [agent.id],
  );
  const listed = page.getByRole("table", { name: "Runs", exact: true }).locator("tbody").getByRole("row");

  await signIn(page, `agents/${agent.id}`, ownService);
  const figures = page.getByRole("table", { name: "The live revision beside the former one" });
  await test.step("the live revision stands beside the former one", async () => {
    await expect(figures.getByRole("row", { name: /^Revision 2 since/ })).toContainText(/1\s*0%/);
    await expect(figures.getByRole("row", { name: /^Revision 1 from/ })).toContainText(/2\s*100%/);
    await expect(figures.getByRole("row", { name: /^Change/ })).toContainText("−100 pts");
  });
  await test.step("what rubrics say stands there, and those that failed one are listed", async () => {
    await figures
      .getByRole("row", { name: /^Revision 1 from/ })
      .getByRole("link", { name: "1 failed" })
      .press("Enter");
    await expect(listed).toHaveCount(1);
    await expect(listed).toContainText("Second");
    await page.goBack();
    await expect(figures.getByRole("row", { name: /^Revision 1 from/ })).toContainText("50.0%");
  });
  await test.step("a day is read by its keys, as a table, and opens its runs", async () => {
    const chart = page.getByRole("group", { name: /^Runs by day/ });
    await tabTo(page, chart);
    await page.keyboard.press("End");
    await expect(page.getByRole("status").filter({ hasText: /so far: 3 runs, failed 1, completed 2$/ })).toBeAttached();
    await page.keyboard.press("Enter");
    await expect(listed).toHaveCount(3);
    await page.goBack();
    await page.getByRole("button", { name: "Runs by day as a table" }).press("Enter");
    await expect(page.getByRole("table", { name: "Runs", exact: true }).getByRole("row", { name: /so far/ })).toContainText(/1\s*2\s*3/);
  });
  await test.step("a cause leads to its runs", async () => {
    const cause = page.getByRole("list", { name: "Failures by cause" }).getByRole("link");
    await expect(cause).toContainText("all since revision 2");
    await cause.press("Enter");
    await expect(listed).toHaveCount(1);
    await expect(listed).toContainText("Third");
    await page.goBack();
  });
  await test.step("what starts it counts its own runs, and each count leads to them", async () => {
    const made = ["Findings", "Complaints"].map((name) =>
      ownTeam.call(createQueue, { params: { teamId: ownTeam.teamId }, body: { name } }),
    );
    const [present, former] = (await Promise.all(made)).map(({ queue }) => queue.id);
    await ownTeam.call(createAgentCaseTrigger, {
      params: { agent_id: agent.id },
      body: { case_queue_id: present ?? "", enabled: true, concurrency: 1 },
    });
    // Its trigger was at another queue before.
    await ownService.query(
      `update runs set source = 'case_trigger', case_queue_id = case when run_number = 1 then $2::uuid else $3::uuid end
       where agent_id = $1 and run_number < 3`,
      [agent.id, present, former],
    );
    await page.reload();
    const starts = page.getByRole("region", { name: "What starts it, and what it can use" }).getByRole("listitem");
    await starts.filter({ hasText: "Findings" }).getByRole("link", { name: "1 run", exact: true }).press("Enter");
    await expect(listed).toHaveCount(1);
    await expect(listed).toContainText("First");
    await page.goBack();
    await starts.filter({ hasText: "People and the API" }).getByRole("link", { name: "1 run", exact: true }).press("Enter");
    await expect(listed).toHaveCount(1);
    await expect(listed).toContainText("Third");
    await page.goBack();
  });
  await test.step("another time is in the address", async () => {
    await page.getByRole("combobox", { name: "Time" }).selectOption("Last 7 days");
    await expect(page).toHaveURL(/last=last_7_days/);
    await expect(page.getByText("Last 7 days, as of")).toBeVisible();
  });
  await test.step("what runs did last leads to the run", async () => {
    await page.getByRole("link", { name: /^Last failure .*: failed by a written step/ }).press("Enter");
    await expect(page.getByRole("region", { name: "Failure" })).toContainText("The ledger did not answer");
  });
  await test.step("whatever started its runs is named, beside people", async () => {
    const clerk = await ownTeam.createAgent("Ledger clerk", "say Done");
    for (const name of ["Fourth", "Fifth", "Sixth"]) await ownTeam.runUntil(clerk, "completed", name);
    await ownService.query(
      `update runs set source = case run_number when 1 then 'scheduling' when 2 then 'event_trigger' else 'handover' end
       where agent_id = $1`,
      [clerk.id],
    );
    await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${clerk.id}`);
    const starts = page.getByRole("region", { name: "What starts it, and what it can use" }).getByRole("list").first();
    await expect(starts.getByRole("listitem")).toHaveText([
      /^Schedules.*1 run$/,
      /^Events.*1 run$/,
      /^Other agents.*1 run$/,
      /^People and the API.*no runs$/,
    ]);
  });
});
