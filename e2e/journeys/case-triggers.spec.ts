import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { attachQueues } from "#server/testing/cases.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

test("a queue shows whom it would start, warns before it does, and starts and stops", async ({ page, signIn, service, team }) => {
  const params = { teamId: team.teamId };
  const { queue } = await team.call(createQueue, { params, body: { name: "Returns to decide" } });
  const clerk = await team.createAgent("Returns clerk", 'call claim_case {}\napprove "Take it back?"\ncall complete_case {}');
  await team.createAgent("Letter writer", "say Hello");
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: clerk.id } });
  await attachQueues(team.call, team.teamId, { id: clerk.id, buildId: builds[0]?.id ?? "" }, { consumes: [queue.id] });
  const cases = [{ title: "Return 1" }, { title: "Return 2" }];
  await team.call(createCases, { params: { queue_id: queue.id }, body: { cases } });

  await signIn(page, `queues/${queue.id}?tab=triggers`, service);
  const waits = page.getByRole("list", { name: "Next cases" }).getByRole("listitem");
  await expect(waits).toHaveText(["Return 1waits", "Return 2waits"]);
  const agents = page.getByRole("list", { name: "Agents and their triggers" });
  await expect(agents).toContainText("only when started by hand");
  const dialog = page.getByRole("dialog");
  await agents.getByRole("button", { name: "Run automatically" }).click();
  await expect(dialog).toContainText("No conflicts with other agents.");
  await expect(dialog).toContainText(/Starts runs now for 2 cases waiting, up to \d+ cases at once\./);
  await dialog.getByRole("radio", { name: /One at a time/ }).check();
  await expect(dialog).toContainText("Starts runs now for 2 cases waiting, one case at a time.");
  await dialog.getByRole("button", { name: "Create trigger" }).click();
  const started = page.getByRole("region", { name: "Runs automatically" });
  await expect(started).toContainText("one case at a time, 0 at work, 1 waiting for an answer");
  await expect(waits).toHaveText(["Return 2waits"]);
  await agents.getByRole("button", { name: "Pause the trigger of Returns clerk" }).click();
  await expect(started).toContainText("No agent. Cases wait for people");

  await page.getByRole("button", { name: "Add trigger" }).click();
  await dialog.getByRole("combobox", { name: "Agent" }).fill("Letter");
  await page.getByRole("option", { name: "Letter writer" }).click();
  await expect(dialog).toContainText("does not handle cases from “Returns to decide”");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await agents.getByRole("button", { name: "Delete the trigger of Returns clerk" }).click();
  await dialog.getByRole("button", { name: "Delete trigger" }).click();
  await expect(agents.getByRole("button", { name: "Run automatically" })).toBeVisible();
});

test("an agent is assigned on the page of a queue, by keyboard", async ({ page, signIn, service, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Refunds to pay" } });
  const clerk = await team.createAgent("Refund payer", 'call claim_case {}\napprove "Pay it?"\ncall complete_case {}');
  await team.createAgent("Refund poet", "say Hello");
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: clerk.id } });
  await attachQueues(team.call, team.teamId, { id: clerk.id, buildId: builds[0]?.id ?? "" }, { consumes: [queue.id] });
  await team.call(createCases, { params: { queue_id: queue.id }, body: { cases: [{ title: "Refund 1" }] } });

  await signIn(page, `queues/${queue.id}`, service);
  await page.getByRole("button", { name: "Assign agent" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Assign an agent to Refunds to pay" });
  const agent = dialog.getByRole("combobox", { name: "Agent" });
  await expect(agent).toBeFocused();
  await page.keyboard.type("poet");
  await page.getByRole("option", { name: "Refund poet" }).press("Enter");
  await expect(dialog).toContainText("does not handle Refunds to pay yet");
  await expectAccessible(page, "an agent that cannot be assigned", "[role=dialog]");
  // Enter follows at once: what the service finds for it is meant, and nothing that stood in the list before.
  await agent.fill("refund payer");
  await agent.press("Enter");
  await expect(agent).toHaveValue("Refund payer");
  await expect(dialog).toContainText("1 waiting case starts a run now.");
  await expectAccessible(page, "an agent that can be assigned", "[role=dialog]");
  await dialog.getByRole("button", { name: "Assign" }).press("Enter");
  await expect(notices(page)).toContainText("Agent assigned");
  await expect(dialog).toBeHidden();
  await page.goto(`${service.url}/t/${team.teamId}/queues/${queue.id}?tab=triggers`);
  await expect(page.getByRole("region", { name: "Runs automatically" })).toContainText("Refund payer");
});
