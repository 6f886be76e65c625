import { listAgentRevisions, promoteRevision } from "#contract/agents/revisions.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

test("a revision is told which agents it may hand work to, and they say where theirs comes from", async ({ page, signIn, team }) => {
  const clerk = await team.createAgent("Dunning clerk", "say Noted");
  const archive = await team.createAgent("Dunning archive", "say Kept");
  const desk = await team.createAgent("Dunning desk", "say Hello");
  const params = { agent_id: desk.id };
  const newest = async () => (await team.call(listAgentRevisions, { params, query: {} })).builds[0];
  await signIn(page, `agents/${desk.id}/revisions/${(await newest())?.id}`);
  const others = page.getByRole("region", { name: "Other agents" });
  const choice = others.getByRole("combobox", { name: "May hand over to" });
  await choice.fill("dunning");
  await expect(others.getByRole("option")).toHaveText(["Dunning archive", "Dunning clerk"]);
  await others.getByRole("option", { name: "Dunning clerk" }).click();
  await expect(others.getByRole("list", { name: "May hand over to: chosen agents" })).toContainText("Dunning clerk");
  await others.getByRole("combobox", { name: "May ask" }).fill("archive");
  await others.getByRole("option", { name: "Dunning archive" }).click();
  await page.getByRole("button", { name: "Save as draft" }).click();
  await expect(notices(page)).toContainText("Draft 2 written");
  await expect(others.getByRole("link", { name: "Dunning clerk" })).toBeVisible();
  await expectAccessible(page, "other agents of a revision");
  // Always and sometimes exclude each other, and what was chosen before comes back.
  await others.getByRole("radio", { name: "Always, once its work is done" }).check();
  await others.getByRole("combobox", { name: "Always hands over to" }).fill("clerk");
  await others.getByRole("option", { name: "Dunning clerk" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(notices(page)).toContainText("Saved");
  expect(await newest()).toMatchObject({ handover_to: clerk.id, handover_target_ids: [], sub_agent_ids: [archive.id] });
  await team.call(promoteRevision, { params: { build_id: (await newest())?.id ?? "" }, body: {} });
  await others.getByRole("link", { name: "Dunning archive" }).click();
  await expect(page.getByRole("main").getByText("Gets work from")).toBeVisible();
  await page.getByRole("tab", { name: "Settings" }).click();
  await expect(page.getByRole("list", { name: "Gets work from" })).toContainText("Dunning deskmay ask");
  await expectAccessible(page, "where work comes from");
});
