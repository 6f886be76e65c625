import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";

test("a queue shows whom it would start, warns before it does, and starts and stops", async ({ page, signIn, service, team }) => {
  const params = { teamId: team.teamId };
  const { queue } = await team.call(createQueue, { params, body: { name: "Returns to decide" } });
  const clerk = await team.createAgent("Returns clerk", 'call claim_case {}\napprove "Take it back?"\ncall complete_case {}');
  await team.createAgent("Letter writer", "say Hello");
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: clerk.id } });
  const { integrations } = await team.call(listIntegrations, { params, query: { type: "case-queue-consumer" } });
  const slot = { agent_id: clerk.id, build_id: builds[0]?.id ?? "" };
  const integration_id = integrations[0]?.id ?? "";
  await team.call(attachRevisionIntegrations, { params: slot, body: { integration_ids: [integration_id] } });
  await team.call(replaceRevisionIntegrationQueues, { params: { ...slot, integration_id }, body: { queue_ids: [queue.id] } });
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
