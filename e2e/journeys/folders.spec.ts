import { listAgents } from "#contract/agents/agents.ts";
import { updateRevision } from "#contract/agents/revisions.ts";
import { expect, test } from "../fixtures.ts";
import { notices, stateOf, tabTo } from "../steps.ts";

test("agents are put into a folder by keyboard, and one hands its work to another", async ({ page, signIn, ownService, ownTeam }) => {
  const approver = await ownTeam.createAgent("Approver", "say Approved: {{message}}");
  const checker = await ownTeam.createAgent(
    "Checker",
    'call request_handover {"agent": "Approver", "message": "Invoice 7 is right"}\nsay never',
  );
  await ownTeam.createAgent("Collector", "say Collected");
  const { agents } = await ownTeam.call(listAgents, { params: { teamId: ownTeam.teamId } });
  const build_id = agents.find(({ id }) => id === checker.id)?.live_build_id ?? "";
  await ownTeam.call(updateRevision, { params: { build_id }, body: { handoverTargetIds: [approver.id] } });

  await signIn(page, "agents", ownService);
  const folder = page.getByRole("combobox", { name: "Folder" });
  await tabTo(page, page.getByRole("button", { name: "New folder" }));
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "New folder" }).getByLabel("Name").waitFor();
  await page.keyboard.type("Invoices");
  await page.keyboard.press("Enter");
  await expect(folder.getByRole("option", { name: "Invoices" })).toBeAttached();

  const table = page.getByRole("table", { name: "Agents" });
  await tabTo(page, table.getByRole("checkbox").first());
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Move 3…" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Move 3 agents" });
  await tabTo(page, dialog.getByLabel("Folder"));
  // One letter: a browser takes one that comes more than a second after the last for the first of another option.
  await page.keyboard.type("I");
  await page.keyboard.press("Enter");
  await tabTo(page, dialog.getByRole("button", { name: "Move", exact: true }));
  await page.keyboard.press("Enter");
  await expect(notices(page)).toContainText("3 agents moved");
  await expect(folder.getByRole("option", { name: "Invoices (3)" })).toBeAttached();
  await tabTo(page, folder, "Shift+Tab");
  await page.keyboard.type("I");
  await expect(page).toHaveURL(/folder=/);
  await expect(table.getByRole("checkbox", { name: /Approver|Checker|Collector/ })).toHaveCount(3);

  const { id } = await ownTeam.runUntil(checker, "completed", "Check invoice 7");
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/runs/${id}`);
  const related = page.getByRole("region", { name: "Related runs" });
  await expect(related).toContainText("Handed off to");
  await related.getByRole("link", { name: "Approver, run 1" }).click();
  await expect(stateOf(page)).toHaveText("Completed");
  await expect(page.getByRole("feed", { name: "Messages" })).toContainText("Approved: Invoice 7 is right");
  await expect(page.getByRole("feed", { name: "Messages" })).toContainText("Checker");
  await expect(related.getByRole("link", { name: "Checker, run 1" })).toBeVisible();
});
