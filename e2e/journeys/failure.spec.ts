import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { attachQueues } from "#server/testing/cases.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices, stateOf } from "../steps.ts";

const lines = "for line in range(400):\n    print('line', line, flush=True)\n";

test("a failed run shows its first error, and what has changed since the last success", async ({ page, signIn, team }) => {
  const agent = await team.createCodeAgent("Statement reader", `${lines}print('all read')\n`);
  await team.runUntil(agent, "completed", "Read the statement of May.");
  const data = { language: "python", source: { kind: "inline", code: `${lines}raise ValueError('line 7 has no amount')\n` } } as const;
  await team.addRevision(agent, { version: "v1", data }, true);
  const failed = await team.runUntil(agent, "failed", "Read the statement of June.");

  await signIn(page, `runs?status=failed&agent=${agent.id}`);
  await page
    .getByRole("table", { name: "Runs" })
    .getByRole("link", { name: /Read the statement of June/ })
    .click();
  await expect(stateOf(page)).toHaveText("Failed");
  const failure = page.getByRole("region", { name: "Failure" });
  await expect(failure).toContainText("ValueError: line 7 has no amount (exit code 1)");
  // One place to mend it, and why this one.
  await expect(failure).toContainText("This run used revision 2. Save your change of it as a draft, then make that live.");
  await expect(failure.getByRole("link", { name: "Edit revision 2" })).toBeVisible();
  await expect(page.getByText("You cannot message a failed run. Fix the problem, then run it again.")).toBeVisible();
  await expect(page.getByLabel("Message", { exact: true })).toHaveCount(0);

  const transcript = page.getByRole("group", { name: "Transcript" });
  await transcript.press("Home");
  await expect(transcript.getByText("The run was created.")).toBeInViewport();
  await page.getByRole("button", { name: "First error", exact: true }).click();
  await expect(page.getByRole("feed").getByText("ValueError: line 7 has no amount")).toBeInViewport();
  await expect(failure).toContainText("ValueError: line 7 has no amount");

  await failure.getByRole("link", { name: "Compare with the last success" }).click();
  await expect(page).toHaveURL(new RegExp(`/revisions/${failed.build_id}\\?against=`));
  await expect(page.getByRole("combobox", { name: "From" }).getByRole("option", { selected: true })).toHaveText(/Revision 1/);
  const panel = page.getByRole("tabpanel");
  await expect(panel).toContainText("raise ValueError('line 7 has no amount')");
  await expect(panel).toContainText("print('all read')");
  await page.goBack();
  await expect(stateOf(page)).toHaveText("Failed");

  // All that one cause stopped, to be seen to together.
  await team.runUntil(agent, "failed", "Read the statement of July.");
  await page.reload();
  await failure.getByRole("link", { name: "2 runs failed this way" }).click();
  await expect(page.getByRole("table", { name: "Runs" }).getByRole("row")).toHaveCount(1 + 2);
  await expect(page.getByLabel("Failure")).toHaveValue("code_failed");
  await page.getByLabel("Failure").selectOption("Program ran out of time");
  await expect(page.getByRole("heading", { name: "No matching runs" })).toBeVisible();
});

test("what the service says about a failure of the scripted steps stands on the page", async ({ page, signIn, team }) => {
  const agent = await team.createAgent("Stops itself", "fail The supplier is unknown");
  const run = await team.runUntil(agent, "failed", "Try it.");
  await signIn(page, `runs/${run.id}`);
  await expect(page.getByRole("region", { name: "Failure" })).toContainText("The supplier is unknown");
});

test("failed runs are run again together, each with its own first message", async ({ page, signIn, team }) => {
  const agent = await team.createAgent("Tide clerk", "fail The harbour is closed");
  for (const month of ["May", "June"]) await team.runUntil(agent, "failed", `Read the tides of ${month}.`);
  await signIn(page, `runs?agent=${agent.id}`);
  const rows = page.getByRole("table", { name: "Runs" }).getByRole("row");
  await expect(rows.filter({ hasText: "Failed" })).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select the whole page" }).check();
  const selection = page.getByRole("toolbar", { name: "Selected runs" });
  await selection.getByRole("button", { name: "Run 2 again" }).click();
  await page.getByRole("dialog", { name: "Start 2 runs?" }).getByRole("button", { name: "Start 2 runs" }).click();
  const ended = page.getByRole("dialog", { name: "2 runs started again" });
  await ended.getByRole("button", { name: "Close" }).last().click();
  await page.goto(page.url());
  await expect(rows.filter({ hasText: "Read the tides of May" })).toHaveCount(2);
  await expect(rows.filter({ hasText: "Read the tides of June" })).toHaveCount(2);
});

test("the failed run of a case is run again with its case, also from the list, and a case that is open is left alone", async ({
  page,
  signIn,
  team,
}) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Bills of harbours" } });
  const clerk = await team.createAgent("Harbour checker", "call claim_case {}\nfail The harbour is unknown");
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: clerk.id } });
  await attachQueues(team.call, team.teamId, { id: clerk.id, buildId: builds[0]?.id ?? "" }, { consumes: [queue.id] });
  await team.call(createAgentCaseTrigger, { params: { agent_id: clerk.id }, body: { case_queue_id: queue.id, enabled: true } });
  await team.call(createCases, { params: { queue_id: queue.id }, body: { case: { title: "Bill of Trieste" } } });

  await signIn(page, `runs?agent=${clerk.id}&status=failed`);
  const run = page.getByRole("table", { name: "Runs" }).getByRole("row", { name: /Bill of Trieste/ });
  await expect(run).toHaveCount(1);
  await run.getByRole("link").first().click();
  await page.getByRole("button", { name: "Run again" }).click();
  await expect(notices(page)).toContainText("Case assigned to Harbour checker");
  await expect(page.getByRole("heading", { level: 1, name: "Bill of Trieste" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Runs" }).getByText("Failed", { exact: true })).toHaveCount(2);

  // Of two runs of one case, the second finds that it is at work already or has failed once more: none runs without its case.
  await signIn(page, `runs?agent=${clerk.id}&status=failed`);
  await expect(run).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select the whole page" }).check();
  await page.getByRole("toolbar", { name: "Selected runs" }).getByRole("button", { name: "Run 2 again" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start 2 runs" }).click();
  await expect(page.getByRole("dialog", { name: /started again/ })).toBeVisible();
  await signIn(page, `runs?agent=${clerk.id}`);
  const rows = page.getByRole("table", { name: "Runs" }).getByRole("row");
  await expect(rows.filter({ hasText: "Queue" }).nth(2)).toBeVisible();
  await expect(rows.filter({ hasText: "Console" })).toHaveCount(0);
});

test("a failed case says why in the list and above all else of its page, and is worked again from there", async ({
  page,
  signIn,
  team,
}) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Bills to check" } });
  const params = { queue_id: queue.id };
  const clerk = await team.createAgent("Bill checker", 'call claim_case {}\ncall fail_case {"reason": "The supplier is unknown"}');
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: clerk.id } });
  await attachQueues(team.call, team.teamId, { id: clerk.id, buildId: builds[0]?.id ?? "" }, { consumes: [queue.id] });
  await team.call(createCases, { params, body: { case: { title: "Bill 17" } } });
  await team.runUntil(clerk, "completed");
  await team.call(createAgentCaseTrigger, { params: { agent_id: clerk.id }, body: { case_queue_id: queue.id, enabled: true } });

  await signIn(page, `queues/${queue.id}?status=failed`);
  const row = page.getByRole("row", { name: /Bill 17/ });
  await expect(row).toContainText("The supplier is unknown");
  await row.getByRole("checkbox").check();
  await page.getByRole("toolbar", { name: "Selected cases" }).getByRole("button", { name: "Status" }).click();
  await page.getByRole("menuitem", { name: "Pending" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("This queue then starts Bill checker automatically on a pending case.");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await row.getByRole("link", { name: /Bill 17/ }).click();
  const failure = page.getByRole("region", { name: "Failure" });
  await expect(failure.getByRole("heading")).toHaveText("The supplier is unknown");
  await expect(failure.getByRole("link", { name: "Open the run" })).toBeVisible();
  await expectAccessible(page, "a failed case");
  const answers = Promise.withResolvers<void>();
  await page.route(/\/v2\/cases\/[^/]+$/, async (route) => {
    if (route.request().method() === "PATCH") await answers.promise;
    await route.continue();
  });
  const reopen = failure.getByRole("button", { name: "Reopen" });
  await reopen.click();
  await expect(reopen).toHaveAttribute("aria-busy", "true");
  answers.resolve();
  await expect(notices(page)).toContainText("The case is set to “Pending”");
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByText("Failed", { exact: true })).toHaveCount(2);
  await failure.getByRole("button", { name: "Assign to" }).click();
  await page.getByRole("menuitem", { name: "Bill checker" }).click();
  await expect(notices(page)).toContainText("Case assigned to Bill checker");
  await expect(history).toContainText("Assigned to an agent");
});

test("failed cases that are assigned again keep their rows, and say how they ended once all have", async ({ page, signIn, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Bills to check again" } });
  const clerk = await team.createAgent("Second checker", 'call claim_case {}\ncall fail_case {"reason": "The supplier is unknown"}');
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: clerk.id } });
  await attachQueues(team.call, team.teamId, { id: clerk.id, buildId: builds[0]?.id ?? "" }, { consumes: [queue.id] });
  await team.call(createAgentCaseTrigger, { params: { agent_id: clerk.id }, body: { case_queue_id: queue.id, enabled: true } });
  const cases = [{ title: "Bill 18" }, { title: "Bill 19" }];
  await team.call(createCases, { params: { queue_id: queue.id }, body: { cases } });

  await signIn(page, `queues/${queue.id}`);
  await expect(page.getByRole("tab", { name: "Failed 2" })).toBeVisible();
  await page.getByRole("tab", { name: "Failed 2" }).click();
  const rows = page.getByRole("table", { name: "Cases" }).getByRole("row", { name: /Bill 1[89]/ });
  await expect(rows).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select the whole page" }).check();
  await page.getByRole("toolbar", { name: "Selected cases" }).getByRole("button", { name: "Assign to" }).click();
  await page.getByRole("menuitem", { name: "Second checker" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change 2 cases" }).click();
  await expect(notices(page)).toContainText("2 retried: 0 done, 2 failed");
  await expect(rows).toHaveCount(2);
  await expect(rows.getByText("Failed", { exact: true })).toHaveCount(2);
});

test("a page whose code is gone reloads the tab once, then asks, and keeps what was typed before", async ({
  page,
  signIn,
  team,
  allow,
}) => {
  allow(/Failed to load resource|Failed to fetch|net::ERR_FAILED/);
  const agent = await team.createAgent("Reader", "say Done");
  const run = await team.runUntil(agent, "completed", "Read the statement of August.");
  await signIn(page, `runs/${run.id}`);
  await page.getByLabel("Message", { exact: true }).fill("And that of September.");
  let loads = 0;
  page.on("domcontentloaded", () => {
    loads += 1;
  });
  await page.route(/\/assets\/queues-/, (route) => route.abort());
  await page.getByRole("link", { name: "Queues" }).click();
  await expect(notices(page)).toContainText("Part of Caseload could not be loaded. Reload to try again.");
  expect(loads).toBe(1);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Part of Caseload could not be loaded" })).toBeVisible();
  await expectAccessible(page, "a page without its code");
  await page.unroute(/\/assets\/queues-/);
  await main.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Queues" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("And that of September.");
});

test("a list that something between drops says so, and is asked for again when somebody wants that", async ({ page, signIn, allow }) => {
  allow(/504|Failed to load resource/);
  let asked = 0;
  // As a proxy does whose patience is over; it knows no request by its id.
  await page.route("**/v2/teams/*/agents?*", (route) => {
    asked += 1;
    return route.fulfill({ status: 504, contentType: "text/html", body: "<h1>504 Gateway Time-out</h1>" });
  });
  await page.clock.install();
  await signIn(page, "agents");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Could not load the agents of this team" })).toBeVisible();
  await expectAccessible(page, "a list that did not come");
  const tries = asked;
  await page.clock.fastForward("01:00");
  // Behind whatever that minute has asked.
  await page.evaluate(() => fetch("/healthz"));
  expect(asked).toBe(tries);
  await page.unroute("**/v2/teams/*/agents?*");
  await main.getByRole("button", { name: "Try again" }).focus();
  await page.keyboard.press("Enter");
  await expect(main.getByRole("heading", { name: "Could not load the agents of this team" })).toHaveCount(0);
});
