import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

test("a case is judged as a whole, its rubrics are put into other words, and the verdict stays", async ({
  page,
  signIn,
  service,
  team,
}) => {
  const params = { teamId: team.teamId };
  const { queue } = await team.call(createQueue, { params, body: { name: "Refunds to decide" } });
  const steps = ['rubric Names the month: contains "March"', "call claim_case {}", "say Paid back for March", "call complete_case {}"];
  const clerk = await team.createAgent("Refund clerk", steps.join("\n"));
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: clerk.id } });
  const { integrations } = await team.call(listIntegrations, { params, query: { type: "case-queue-consumer" } });
  const slot = { agent_id: clerk.id, build_id: builds[0]?.id ?? "" };
  const integration_id = integrations[0]?.id ?? "";
  await team.call(attachRevisionIntegrations, { params: slot, body: { integration_ids: [integration_id] } });
  await team.call(replaceRevisionIntegrationQueues, { params: { ...slot, integration_id }, body: { queue_ids: [queue.id] } });
  await team.call(createCases, { params: { queue_id: queue.id }, body: { case: { title: "Refund 4711" } } });

  await signIn(page, `queues/${queue.id}?tab=evaluation`, service);
  await expect(page.getByRole("heading", { name: "No cases evaluated yet" })).toBeVisible();
  await team.runUntil(clerk, "completed");
  const rubrics = page.getByRole("list", { name: "Rubrics" }).getByRole("listitem");
  await expect(rubrics).toHaveText([/Names the month.*Generated from agent instructions/]);
  await expect(page.getByRole("button", { name: "The last rubric cannot be deleted. Edit it, or add another one first" })).toBeDisabled();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add rubric" }).click();
  await dialog.getByLabel("Title").fill("Ends well");
  await dialog.getByLabel("Passes when").fill("Too short");
  await dialog.getByRole("button", { name: "Add rubric" }).click();
  await expect(dialog.getByText("Use at least 20 characters")).toBeVisible();
  await dialog.getByLabel("Passes when").fill('Is the case completed: ends as "completed"?');
  await page.keyboard.press("Control+Enter");
  await expect(rubrics).toHaveCount(2);
  await page.getByRole("button", { name: "Delete Names the month" }).click();
  await expect(rubrics).toHaveText([/Ends well/]);
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(rubrics).toHaveText([/Ends well/, /Names the month/]);
  await page.getByRole("button", { name: "Replace all" }).click();
  await dialog.getByRole("button", { name: "Leave out rubric 2" }).click();
  await dialog.getByLabel("Title of rubric 1").fill("Comes to an end");
  await dialog.getByRole("button", { name: "Replace all" }).click();
  await expect(rubrics).toHaveText([/Comes to an end/]);

  await page.getByRole("tab", { name: /^Cases/ }).click();
  await expect(page.getByRole("row", { name: /Refund 4711.*1 of 1 rubrics passed/ })).toBeVisible();
  // What ended well is a choice of its own, part of what is completed, and can be kept as a view.
  await expect(page.getByRole("tab", { name: /^Completed/ })).toHaveText("Completed1");
  // The verdicts add up where the rubrics are, and lead to the cases.
  await page.getByRole("tab", { name: "Evaluation", exact: true }).click();
  await expect(page.getByText("The only closed case was evaluated.")).toBeVisible();
  await page.getByRole("link", { name: "Evaluated: 1" }).click();
  await expect(page.getByRole("tab", { name: /^Evaluated/ })).toHaveText("Evaluated1");
  await page.goBack();
  await expect(page.getByRole("link", { name: "Failed evaluation: 0" })).toBeVisible();
  await page.getByRole("definition").filter({ hasText: "100%" }).getByRole("link", { name: "1" }).click();
  await expect(page.getByRole("tab", { name: /^Passed/ })).toHaveText("Passed1");
  await expect(page.getByRole("table", { name: "Cases" }).getByRole("row", { name: /Refund 4711/ })).toBeVisible();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save current filters…" }).click();
  await expect(dialog).toContainText("Filters: Passed");
  await dialog.getByLabel("Name").fill("Went well");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("button", { name: "View: Went well" })).toBeVisible();
  await page.getByRole("tab", { name: /^Postponed/ }).click();
  await expect(page.getByText("Postponed: none")).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Refund 4711" }).click();
  const evaluation = page.getByRole("region", { name: "Evaluation" });
  await expect(evaluation).toContainText("1 of 1 passed.");
  await expect(evaluation.getByRole("listitem")).toContainText(["Evaluated against a rubric that is no longer active."]);
});
