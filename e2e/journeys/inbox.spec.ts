import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { bulkUpdateCaseStatus } from "#contract/queues/case-bulk.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { getRunDetails } from "#contract/runs/runs.ts";
import { expect, test } from "../fixtures.ts";
import { expectFocusOnSomething, tabTo } from "../steps.ts";
import type { TeamWork } from "../team-work.ts";

/** A queue, and an agent that takes its cases and asks about each. */
async function clerkOf(team: TeamWork, name: string, question: string) {
  const params = { teamId: team.teamId };
  const { queue } = await team.call(createQueue, { params, body: { name } });
  const clerk = await team.createAgent(`${name} clerk`, `call claim_case {}\napprove "${question}"\ncall complete_case {}`);
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: clerk.id } });
  const { integrations } = await team.call(listIntegrations, { params, query: { type: "case-queue-consumer" } });
  const [slot, integration_id] = [{ agent_id: clerk.id, build_id: builds[0]?.id ?? "" }, integrations[0]?.id ?? ""];
  await team.call(attachRevisionIntegrations, { params: slot, body: { integration_ids: [integration_id] } });
  await team.call(replaceRevisionIntegrationQueues, { params: { ...slot, integration_id }, body: { queue_ids: [queue.id] } });
  return { queue, clerk };
}

test("three requests are answered with the keyboard, one after the other, until nothing waits", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const approval = await ownTeam.createAgent("Payer", 'approve "Pay 12 invoices?"\nsay Paid: {{last}}');
  const choice = await ownTeam.createAgent("Reporter", 'ask "Which month?" options: January, February\nsay Month: {{last}}');
  const text = await ownTeam.createAgent("Writer", 'ask "What is wrong with invoice 7?"\nsay Written: {{last}}');
  const runs = [];
  for (const agent of [approval, choice, text]) runs.push(await ownTeam.runUntil(agent, "waiting", `Work of ${agent.name}`));

  await signIn(page, "agents", ownService);
  const inboxLink = page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Inbox" });
  await expect(inboxLink).toHaveAccessibleName("Inbox 3 waiting");
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", "/favicon-waiting.svg");
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(page.getByRole("list", { name: "Waiting for you" }).getByRole("listitem")).toHaveCount(3);
  await expect(page.getByText("1 of 3")).toBeVisible();

  const pay = page.getByRole("region", { name: "Waits for you: Pay 12 invoices?" });
  const month = page.getByRole("region", { name: "Waits for you: Which month?" });
  await expect(pay).toBeVisible();
  // For a moment a request takes no key: it may have been meant for the previous one.
  await expect(pay.getByRole("button", { name: "Approve" })).toBeEnabled();
  await page.keyboard.press("a");
  await expect(month).toBeVisible();
  await expectFocusOnSomething(page);
  await page.keyboard.press("2");
  await expect(month.getByRole("radio", { name: "February" })).toBeChecked();
  await expect(month.getByRole("button", { name: "Send answer" })).toBeEnabled();
  await page.keyboard.press("Control+Enter");
  const wrong = page.getByRole("region", { name: "Waits for you: What is wrong with invoice 7?" });
  const answer = wrong.getByRole("textbox", { name: "What is wrong with invoice 7?" });
  await tabTo(page, answer);
  await page.keyboard.type("Charged twice");
  await expect(wrong.getByRole("button", { name: "Send answer" })).toBeEnabled();
  await page.keyboard.press("Control+Enter");
  await expectFocusOnSomething(page);

  await expect(page.getByRole("heading", { name: "You’re all caught up" })).toBeVisible();
  await expect(inboxLink).toHaveAccessibleName("Inbox");
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", "/favicon.svg");
  for (const { id } of runs) await ownTeam.waitFor(id, "completed");

  await page.getByRole("tab", { name: "Done" }).click();
  const answered = page.getByRole("table", { name: "Answered requests" });
  await expect(answered.getByRole("row", { name: /Pay 12 invoices\?/ })).toContainText("Approved");
  await expect(answered.getByRole("row", { name: /Which month\?/ })).toContainText("February");
  await expect(answered.getByRole("row", { name: /What is wrong with invoice 7\?/ })).toContainText("Charged twice");
});

test("a request that somebody else answers first keeps its place and what was typed, and says what became of it", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const agent = await ownTeam.createAgent("Payer", 'approve "Pay the rent?"\nsay Done');
  const run = await ownTeam.runUntil(agent, "waiting", "Rent");
  await signIn(page, "inbox", ownService);
  await expect(page.getByRole("region", { name: "Waits for you: Pay the rent?" })).toBeVisible();
  await ownTeam.approve(run.id);
  await expect(page.getByRole("heading", { name: /^Approved by / })).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("heading", { name: "You’re all caught up" })).toBeVisible();

  await ownTeam.runUntil(agent, "waiting", "Rent of the next month");
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/inbox?request=${run.id}`);
  await expect(page.getByText("The request that this link leads to was already answered or withdrawn.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Waits for you: Pay the rent?" })).toBeVisible();

  const asking = await ownTeam.runUntil(await ownTeam.createAgent("Asker", 'ask "Why?"\nsay Done'), "waiting", "Reasons");
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/runs/${asking.id}`);
  await page.getByRole("textbox", { name: "Why?" }).fill("Because it takes long to write");
  const { human_requests } = await ownTeam.call(getRunDetails, { params: { run_id: asking.id } });
  const params = { run_id: asking.id, request_id: human_requests[0]?.id ?? "" };
  await ownTeam.call(respondToHumanRequest, { params, body: { answers: { "Why?": "No reason" } } });
  const closed = page.getByRole("region", { name: "Closed: Why?" });
  await expect(closed.getByRole("status").first()).toContainText(/Answered by .*No reason/);
  await expect(closed.getByLabel("Why?, not sent")).toHaveText("Because it takes long to write");
  await closed.getByRole("button", { name: "Discard" }).click();
  await expect(closed).toBeHidden();
});

test("what happens between the reading of a page and the opening of its live line is not missed", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const line = Promise.withResolvers<void>();
  await page.route(/\/events(\?|$)/, async (route) => {
    await line.promise;
    await route.continue();
  });
  const agent = await ownTeam.createAgent("Payer", 'approve "Pay the rent?"\nsay Done');
  await ownTeam.runUntil(agent, "waiting", "Rent");
  await signIn(page, "inbox", ownService);
  const tab = page.getByRole("tab", { name: /^Waiting/ });
  await expect(tab).toHaveAccessibleName("Waiting 1");
  await ownTeam.runUntil(agent, "waiting", "Power");
  line.resolve();
  await expect(tab).toHaveAccessibleName("Waiting 2");
});

test("nobody decides blind: a request shows the case that it is about, and what was decided names it", async ({
  page,
  signIn,
  team,
  service,
}) => {
  const { queue, clerk } = await clerkOf(team, "Bills", "Send the bill?");
  const data = JSON.stringify({ supplier: "Paper & Co", lines: [{ text: "Boxes", amount: 410 }] });
  await team.call(createCases, { params: { queue_id: queue.id }, body: { case: { title: "Bill 14", data } } });
  const run = await team.runUntil(clerk, "waiting");

  await signIn(page, "inbox", service);
  await page
    .getByRole("list", { name: "Waiting for you" })
    .getByRole("link", { name: /Send the bill\?.*Bill 14/ })
    .click();
  const about = page.getByRole("region", { name: "The case it is about" });
  await expect(about.getByRole("link", { name: "Bill 14" })).toBeVisible();
  await expect(about.getByRole("region", { name: "Data" })).toContainText("Paper & Co");
  // What the agent got is names and values, the JSON inside its texts too.
  const result = page.getByRole("group", { name: "Result" });
  await expect(result.getByText("supplier", { exact: true })).toBeVisible();
  await expect(result).not.toContainText('\\"');
  await page.getByRole("button", { name: "Approve" }).click();
  await team.waitFor(run.id, "completed");
  await page.getByRole("tab", { name: "Done" }).click();
  const row = page.getByRole("table", { name: "Answered requests" }).getByRole("row", { name: /Send the bill\?/ });
  await row.getByRole("link", { name: "Bill 14" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bill 14" })).toBeVisible();
});

test("what many ask alike is answered once for all, and what is asked about cases that went on is withdrawn in one go", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const { queue, clerk } = await clerkOf(ownTeam, "Refunds", "Pay the refund?");
  const cases = Array.from({ length: 12 }, (_, i) => ({ title: `Refund ${i}` }));
  const { added_cases } = await ownTeam.call(createCases, { params: { queue_id: queue.id }, body: { cases } });
  await ownTeam.call(createAgentCaseTrigger, { params: { agent_id: clerk.id }, body: { case_queue_id: queue.id, enabled: true } });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "inbox", ownService);
  const tab = page.getByRole("tab", { name: /^Waiting/ });
  await expect(tab).toHaveAccessibleName("Waiting 12");
  await expect(page.getByText("1 of 12")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);

  // Three are decided by hand: what their runs ask is no longer what work waits for.
  const case_ids = added_cases.slice(0, 3).map(({ id }) => id);
  await ownTeam.call(bulkUpdateCaseStatus, { params: { queue_id: queue.id }, body: { case_ids, status: "canceled" } });
  const former = page.getByRole("region", { name: "Requests without their case" });
  await expect(former.getByRole("listitem")).toHaveCount(3);
  await expect(tab).toHaveAccessibleName("Waiting 9");
  await former.getByRole("button", { name: "Withdraw all" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop 3 runs" }).click();
  await expect(page.getByRole("dialog")).toContainText("3 stopped.");
  await page.getByText("Close", { exact: true }).click();
  await expect(former).toBeHidden();

  await page.getByRole("checkbox", { name: "The same answer to all 9 that ask the same" }).check();
  await page.getByRole("button", { name: "Approve all" }).click();
  await page.getByRole("dialog", { name: "Answer 9 requests?" }).getByRole("button", { name: "Answer 9 requests" }).click();
  await expect(page.getByRole("dialog")).toContainText("9 answered.");
  await page.getByText("Close", { exact: true }).click();
  await expect(page.getByRole("heading", { name: "You’re all caught up" })).toBeVisible();
});
