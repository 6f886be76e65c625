import { listAutomations } from "#contract/agents/automations.ts";
import { listAgents } from "#contract/agents/agents.ts";
import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { attachQueues } from "#server/testing/cases.ts";
import { expect, test } from "../fixtures.ts";
import { notices, tabTo } from "../steps.ts";

test("an automation is made, activated, rolled back, deleted and restored", async ({ page, signIn, ownService, ownTeam }) => {
  const params = { teamId: ownTeam.teamId };
  const checker = await ownTeam.createAgent("Checker", "say Checked");
  await signIn(page, "automations", ownService);
  await expect(page.getByRole("heading", { name: "No automations yet" })).toBeVisible();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Refunds");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Refunds" })).toBeVisible();

  const agents = page.getByRole("region", { name: "Agents" });
  const crumb = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Refunds" });
  const queues = page.getByRole("region", { name: "Queues" });
  await expect(agents.getByRole("listitem")).toContainText("Not running yet");
  await agents.getByRole("button", { name: "Add agent" }).click();
  await expect(dialog.getByRole("combobox", { name: "Agent" })).toBeFocused();
  await dialog.getByRole("combobox", { name: "Agent" }).fill("Check");
  await page.getByRole("option", { name: "Checker" }).click();
  await dialog.getByRole("button", { name: "Add agent" }).click();
  await expect(agents.getByRole("listitem").filter({ hasText: "Checker" })).toContainText("Runs revision 1");
  // Somebody else's change arrives by itself.
  const automation_id = /automations\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
  const { queue } = await ownTeam.call(createQueue, { params, body: { name: "Invoices", automation_id } });
  await expect(queues.getByRole("listitem")).toContainText("Unassigned");
  const { builds } = await ownTeam.call(listAgentRevisions, { params: { agent_id: checker.id } });

  await page.getByRole("tab", { name: /Revisions/ }).click();
  await page.getByRole("table", { name: "Revisions" }).getByRole("link", { name: "Draft" }).click();
  const preview = page.getByRole("region", { name: "Changes on activation" });
  await expect(preview).toContainText("Refunds starts on revision 1.");
  await expect(preview).toContainText("Checker stops: it gets no more work.");
  await page.getByRole("button", { name: "Include Checker" }).click();
  await dialog.getByRole("button", { name: "Include" }).click();
  await expect(preview).not.toContainText("Checker");
  await page.getByRole("button", { name: "Route Invoices" }).click();
  await dialog.getByRole("combobox", { name: "Goes to" }).selectOption("Checker");
  await dialog.getByRole("textbox", { name: "Name in this automation" }).fill("Refunds to check");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(preview).toContainText("Invoices goes to Checker (now: no one).");
  await expect(preview).toContainText("Refunds to check goes to Checker, whose revision does not handle cases from it.");
  await attachQueues(ownTeam.call, params.teamId, { id: checker.id, buildId: builds[0]?.id ?? "" }, { consumes: [queue.id] });
  await expect(preview).toContainText("Refunds to check starts Checker for each case.");
  await page.getByRole("button", { name: "Leave Checker out" }).click();
  await expect(notices(page)).toContainText("Checker left out; one queue is unassigned");
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(preview).toContainText("Invoices goes to Checker (now: no one).");
  await page.getByRole("tab", { name: "Flow" }).click();
  await expect(page.getByRole("region", { name: "The flow in words" })).toContainText("Refunds to check goes to Checker.");
  const drawn = page.getByRole("region", { name: "Flow", exact: true });
  await tabTo(page, drawn.getByRole("link", { name: "Refunds to check" }));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Checker" })).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Activate" }).click();
  await dialog.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Revision 1" })).toBeVisible();

  await page.getByRole("link", { name: "Refunds to check" }).click();
  await page.getByRole("tab", { name: "Triggers" }).click();
  await expect(page.getByRole("list", { name: "Agents and their triggers" })).toContainText("Set by Revision 1 of Refunds");
  await expect(page.getByRole("button", { name: /Add trigger|Pause the trigger/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Revision 1 of Refunds" }).first().click();

  // A second revision pauses the queue; rolling back takes that back.
  await page.getByRole("button", { name: "New draft from it" }).click();
  await page.getByRole("button", { name: "Route Refunds to check" }).click();
  await dialog.getByRole("checkbox", { name: /Assign cases/ }).uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(preview).toContainText("Refunds to check is paused.");
  await page.getByRole("button", { name: "Activate" }).click();
  await dialog.getByRole("button", { name: "Activate" }).click();
  await crumb.click();
  await expect(queues.getByRole("listitem")).toContainText("Paused; would go to Checker");
  // What waits in the paused queue stands at its node, and leads to exactly that.
  await ownTeam.call(createCases, { params: { queue_id: queue.id }, body: { cases: [{ title: "Order 4711" }] } });
  await page.getByRole("tab", { name: "Flow" }).click();
  await expect(page.getByRole("list", { name: "Work of each" })).toHaveText("Refunds to check: 1 open");
  await drawn.getByRole("link", { name: "1 open" }).press("Enter");
  await expect(page.getByRole("table", { name: "Cases", exact: true }).getByRole("link", { name: "Order 4711" })).toBeVisible();
  await page.goBack();
  await page.getByRole("tab", { name: /Revisions/ }).click();
  await page.getByRole("table", { name: "Revisions" }).getByRole("link", { name: "Revision 1" }).click();
  await page.getByRole("button", { name: "Roll back to this" }).click();
  await dialog.getByRole("button", { name: "Roll back" }).click();
  await expect(notices(page)).toContainText("Revision 1 is active");

  await crumb.click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Delete automation" }).click();
  await expect(dialog).toContainText("2 agents: Checker, Refunds");
  await dialog.getByRole("button", { name: "Delete automation" }).click();
  await expect(page.getByRole("heading", { name: "No automations yet" })).toBeVisible();
  expect((await ownTeam.call(listAgents, { params })).total).toBe(0);
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("row", { name: /Refunds/ })).toContainText("Revision 1 active");
  expect((await ownTeam.call(listAutomations, { params })).automations[0]).toMatchObject({ agent_count: 2, queue_count: 1 });
});
