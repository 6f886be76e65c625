import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { bulkDeleteCases, bulkUpdateCaseStatus } from "#contract/queues/case-bulk.ts";
import { countCases, createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { stopRun } from "#contract/runs/runs.ts";
import { attachQueues } from "#server/testing/cases.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices, tabTo } from "../steps.ts";

test("cases are made, found, changed by hundreds, postponed and deleted", async ({ page, signIn, service, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Letters to answer" } });
  const params = { queue_id: queue.id };
  const letters = Array.from({ length: 100 }, (_, at) => ({ title: `Letter ${at}`, labels: at % 2 === 0 ? [{ value: "late" }] : [] }));
  await team.call(createCases, { params, body: { cases: letters } });
  await team.call(createCases, { params, body: { cases: letters.slice(0, 20) } });

  await signIn(page, `queues/${queue.id}`, service);
  const states = page.getByRole("tablist", { name: "State of the cases" });
  await expect(states.getByRole("tab", { name: "Pending 120" })).toBeVisible();
  const dialog = page.getByRole("dialog");
  await page.keyboard.press("c");
  await dialog.getByLabel("Title").fill("A complaint");
  await dialog.getByLabel("Data").fill(`شركة النور: The invoice came twice ${"and once more ".repeat(20)}`);
  await dialog.getByLabel("Priority").selectOption("high");
  await page.keyboard.press("Control+Enter");
  const table = page.getByRole("table", { name: "Cases" });
  await expect(table.getByRole("row", { name: /A complaint/ })).toContainText("High");
  await expect(states.getByRole("tab", { name: "All 121" })).toBeVisible();

  // Sixty letters are late, and all of them are completed by one step.
  await page.getByRole("combobox", { name: "Label" }).click();
  await page.getByRole("option", { name: "late" }).click();
  await expect(page.getByText("60 cases")).toBeVisible();
  // The tabs count what the filter leaves, and Back leads from tab to tab.
  await expect(states.getByRole("tab", { name: "Pending 60" })).toBeVisible();
  await states.getByRole("tab", { name: "Failed 0" }).click();
  await expect(page.getByRole("heading", { name: "No matching cases" })).toBeVisible();
  await page.goBack();
  await expect(states.getByRole("tab", { name: "All 60" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save current filters…" }).click();
  await expect(dialog).toContainText("Filters: late");
  await dialog.getByLabel("Name").fill("Late letters");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("button", { name: "View: Late letters" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select the whole page" }).check();
  await page.getByRole("button", { name: "Status", exact: true }).click();
  await page.getByRole("menuitem", { name: "Completed" }).click();
  await expect(dialog).toContainText("Set 60 cases to “Completed”?");
  await dialog.getByRole("button", { name: "Change 60 cases" }).click();
  await expect(notices(page)).toContainText("60 cases changed");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(states.getByRole("tab", { name: "Completed 60" })).toBeVisible();

  // More than is loaded. The rows of the filter before stay until those of this one are there.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Select the whole page" }).check();
  await page.getByRole("button", { name: "Select all 121 matching" }).click();
  await page.getByRole("button", { name: "Priority", exact: true }).click();
  await page.getByRole("menuitem", { name: "High" }).click();
  await expect(dialog).toContainText("121 cases: every case in this queue.");
  await expect(dialog).toContainText("This cannot be undone in one step.");
  await expect(dialog).toContainText("Set 121 cases");
  await dialog.getByRole("button", { name: "Change 121 cases" }).click();
  // So many are a job: it says of each what became of it, and its numbers add up.
  await expect(page.getByRole("heading", { name: "Set 121 cases to priority “High”" })).toBeVisible();
  const results = page.getByRole("tablist", { name: "Results" });
  await expect(results.getByRole("tab", { name: "Done 120" })).toBeVisible();
  await results.getByRole("tab", { name: "Skipped 1" }).click();
  await expect(page.getByRole("table", { name: "Cases of the job" }).getByRole("row", { name: /A complaint/ })).toContainText("Unchanged");
  await page.getByRole("link", { name: "Jobs" }).click();
  await expect(page.getByRole("table", { name: "Jobs" }).getByRole("row", { name: /Set 121 cases/ })).toContainText("Done");
  await page.getByRole("tab", { name: /^Cases/ }).click();

  // A saved view is a link to its filters.
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Late letters" }).click();
  await expect(states.getByRole("tab", { name: "Completed 60" })).toBeVisible();
  // However many there are, the document holds those in sight.
  await page.setViewportSize({ width: 1440, height: 900 });
  await table.getByRole("row", { name: /Letter 98/ }).hover();
  await page.mouse.wheel(0, 960);
  await expect(table.getByRole("row", { name: /Letter 40/ })).toBeVisible();
  await expect.poll(() => table.locator("*").count()).toBeLessThan(400);
  await page.getByRole("button", { name: "View: Late letters" }).click();
  await page.getByRole("menuitem", { name: "Rename or delete views…" }).click();
  await dialog.getByRole("button", { name: "Rename Late letters" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Letters that are late");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: "Delete Letters that are late" }).click();
  await expect(dialog).toContainText("No saved views.");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("searchbox", { name: "Search cases" }).fill("invoice twice");
  await expect(page.getByText("1 case", { exact: true })).toBeVisible();
  // What was found reads from right to left; the title stays in sight.
  await expect(table.getByText("A complaint", { exact: true })).toBeInViewport({ ratio: 1 });
  await table.getByRole("link", { name: /A complaint/ }).click({ position: { x: 8, y: 8 } });
  await expect(page.getByRole("region", { name: "Data" })).toContainText("The invoice came twice");
  await page.getByRole("combobox", { name: "Add a label" }).fill("from: Paper & Co");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Labels" })).toContainText("from: Paper & Co");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Postpone…" }).click();
  await dialog.getByLabel("Until").fill(`${new Date(Date.now() + 2_592_000_000).toISOString().slice(0, 10)}T09:00`);
  await dialog.getByRole("button", { name: "Postpone" }).click();
  const history = page.getByRole("region", { name: "History" });
  await expect(history).toContainText("Postponed");
  // One click takes it back.
  await notices(page).getByRole("button", { name: "Undo" }).last().click();
  await expect(notices(page)).toContainText("Undone. The case is “Pending” again");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Postpone…" }).click();
  await dialog.getByRole("button", { name: "In a week" }).click();
  await dialog.getByRole("button", { name: "Postpone" }).click();
  await expect(notices(page)).toContainText("The case is postponed");
  await page.getByRole("button", { name: "Set status" }).click();
  await page.getByRole("menuitem", { name: "Canceled" }).click();
  await expect(history).toContainText("to “Canceled”");
  await notices(page).getByRole("button", { name: "Undo" }).last().click();
  await expect(
    page.getByRole("banner").getByText("Postponed").or(page.getByRole("definition").getByText("Postponed")).first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete case" }).click();
  await dialog.getByRole("button", { name: "Delete case" }).click();
  await expect(states.getByRole("tab", { name: "All 120" })).toBeVisible();
});

test("all that a filter finds are named by the filter, with how many are in progress", async ({ page, signIn, service, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Reminders to send" } });
  const params = { queue_id: queue.id };
  const reminders = Array.from({ length: 100 }, (_, at) => ({ title: `Reminder ${at}`, priority: "high" as const }));
  for (const cases of [reminders, reminders.slice(0, 3), [{ title: "Another thing" }]])
    await team.call(createCases, { params, body: { cases } });
  const steps = 'call claim_case {}\ncall run_python {"code": "import time; time.sleep(100)"}';
  const clerk = await team.createAgent("Reminder clerk", steps);
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: clerk.id } });
  await attachQueues(team.call, team.teamId, { id: clerk.id, buildId: builds[0]?.id ?? "" }, { consumes: [queue.id] });
  const run = await team.startRun(clerk);
  const claimed = async () => (await team.call(countCases, { params, body: {} })).counts.in_progress;
  await expect.poll(claimed).toBe(1);

  await signIn(page, `queues/${queue.id}?priority=high&search=Reminder`, service);
  await page.getByRole("checkbox", { name: "Select the whole page" }).check();
  await page.getByRole("button", { name: "Select all 103 matching" }).click();
  const dialog = page.getByRole("dialog");
  const act = async (menu: string, item: string) => {
    await page.getByRole("button", { name: menu, exact: true }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await act("Status", "Completed");
  await expect(dialog.getByRole("heading")).toHaveText("Set 103 cases to “Completed”?");
  await expect(dialog).toContainText("103 cases that match “Reminder”, high priority.");
  await expect(dialog).toContainText("1 case has an active run, which is stopped.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  // A priority stops no run.
  await act("Priority", "Medium");
  await expect(dialog).toContainText("103 cases that match “Reminder”, high priority.");
  await expect(dialog).not.toContainText("active run");
  await team.call(stopRun, { params: { run_id: run.id } });
});

test("a case is made from another one by keyboard", async ({ page, signIn, service, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Orders to repeat" } });
  const order = { title: "Order of March", data: "12 monitors", priority: "high" as const, labels: [{ key: "from", value: "Paper & Co" }] };
  const { added_cases } = await team.call(createCases, { params: { queue_id: queue.id }, body: { case: order } });
  await signIn(page, `queues/${queue.id}/cases/${added_cases[0]?.id}`, service);
  await tabTo(page, page.getByRole("button", { name: "More actions" }));
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "New case from this one…" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New case from this one" });
  await expect(dialog.getByLabel("Title")).toBeFocused();
  await expect(dialog.getByLabel("Data")).toHaveValue("12 monitors");
  await expect(dialog.getByLabel("Priority")).toHaveValue("high");
  await expect(dialog.getByRole("group", { name: "Labels" })).toContainText("from: Paper & Co");
  await expectAccessible(page, "a new case from another one", "[role=dialog]");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Order of April");
  await page.keyboard.press("Control+Enter");
  await expect(notices(page)).toContainText("“Order of April” created");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "More actions" })).toBeFocused();
  await notices(page).getByRole("button", { name: "Open it" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Order of April" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Data" })).toContainText("12 monitors");
  await expect(page.getByRole("region", { name: "Labels" })).toContainText("from: Paper & Co");
});

test("what leaves a list elsewhere is told and spared, and no row moves under the hand", async ({ page, signIn, service, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Parcels to send" } });
  const params = { queue_id: queue.id };
  const parcels = Array.from({ length: 60 }, (_, at) => ({ title: `Parcel ${at}` }));
  const { added_cases: added } = await team.call(createCases, { params, body: { cases: parcels } });
  const idsOf = (...places: number[]) => places.map((at) => added[at]?.id ?? "");
  await signIn(page, `queues/${queue.id}?status=pending`, service);
  const table = page.getByRole("table", { name: "Cases" });
  await page.getByRole("checkbox", { name: "Select the whole page" }).check();
  const bar = page.getByRole("toolbar", { name: "Selected cases" });
  await expect(bar).toContainText("60 selected");

  await team.call(bulkUpdateCaseStatus, { params, body: { case_ids: idsOf(57, 58), status: "completed" } });
  await team.call(bulkDeleteCases, { params, body: { case_ids: idsOf(56) } });
  await expect(bar).toContainText("57 selected");
  const left = table.getByRole("row", { name: /No longer in this list/ });
  await expect(left).toHaveCount(3);
  await expect(left.getByRole("checkbox")).toHaveCount(0);
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toContainText("Delete 57 cases?");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "3 gone" }).click();
  await expect(left).toHaveCount(0);
  await expect(table.getByRole("checkbox", { name: /^Parcel 5[5-9]$/ })).toHaveCount(2);

  // A list that has nothing more says so at once.
  await team.call(bulkUpdateCaseStatus, { params, body: { all_matching: true, status: "canceled" } });
  await expect(page.getByRole("heading", { name: "Pending: none" })).toBeVisible();
});

test("somebody decides on a case what its run asks, and the run goes on", async ({ page, signIn, ownService, ownTeam: team }) => {
  const params = { teamId: team.teamId };
  const { queue } = await team.call(createQueue, { params, body: { name: "Payments to approve" } });
  const prompts = ["Pay 410 euros to Paper & Co", "Put it into the books", "Tell Paper & Co"];
  const approvals = prompts.map((prompt) => ({ assignee: ownService.email, prompt }));
  const ask = JSON.stringify({ title: "A payment", approvals });
  const clerk = await team.createAgent("Clerk", `call claim_case {}\ncall request_approval ${ask}\ncall complete_case {}`);
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: clerk.id } });
  const { integrations } = await team.call(listIntegrations, { params, query: { type: "case-queue-consumer" } });
  const slot = { agent_id: clerk.id, build_id: builds[0]?.id ?? "" };
  const integration_id = integrations[0]?.id ?? "";
  await team.call(attachRevisionIntegrations, { params: slot, body: { integration_ids: [integration_id] } });
  await team.call(replaceRevisionIntegrationQueues, { params: { ...slot, integration_id }, body: { queue_ids: [queue.id] } });
  await team.call(createCases, { params: { queue_id: queue.id }, body: { case: { title: "Paper & Co" } } });
  const { id: run } = await team.runUntil(clerk, "waiting");

  // One is decided in the inbox, one on the page of the run, and the last on the case.
  await signIn(page, "inbox", ownService);
  const waiting = page.getByRole("list", { name: "Waiting for you" });
  await expect(page.getByRole("link", { name: "Inbox 3 waiting" })).toBeVisible();
  await waiting.getByRole("link", { name: "Pay 410 euros to Paper & Co" }).click();
  await expect(page.getByRole("region", { name: "The case it is about" })).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("heading", { name: "Put it into the books" })).toBeFocused();
  // Whoever goes on within the time to undo has decided.
  await page.goto(`${ownService.url}/t/${team.teamId}/runs/${run}`);
  const asked = page.getByRole("region", { name: "Approvals" });
  await asked.getByRole("button", { name: "Approve: Put it into the books" }).click();
  await expect(asked.getByText("Approved")).toHaveCount(2);
  await page.getByRole("complementary", { name: "About this run" }).getByRole("link", { name: "Paper & Co" }).click();
  const runs = page.getByRole("region", { name: "Runs" });
  await expect(runs.getByRole("link", { name: "Clerk" })).toBeVisible();
  await expect(runs).toContainText("Waiting");
  // Whoever clicks twice decides once.
  await asked.getByRole("button", { name: "Approve: Tell Paper & Co" }).dblclick();
  await expect(asked.getByText("Approved")).toHaveCount(3);
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByText("Completed")).toBeVisible();
  await expect(runs).toContainText("Completed");

  await page.goto(`${ownService.url}/t/${team.teamId}/inbox?tab=decided`);
  const decided = page.getByRole("table", { name: "Decided approvals of cases" });
  await expect(decided.getByRole("row", { name: /Tell Paper & Co.*Approved/ })).toBeVisible();
  await decided.getByRole("link", { name: "Tell Paper & Co" }).click();
  await page.getByRole("link", { name: "Payments to approve" }).click();
  await page.getByRole("tab", { name: /^Completed/ }).click();
  await page.getByRole("checkbox", { name: "Select the whole page" }).check();
  await page.getByRole("button", { name: "Assign to" }).click();
  await page.getByRole("menuitem", { name: "Clerk" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change 1 case" }).click();
  // Not its next state: the agent may already be at it.
  await expect(page.getByRole("tab", { name: "Completed 0" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "All 1" })).toBeVisible();
});
