import { deleteAgent } from "#contract/agents/agents.ts";
import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { createCases, deleteCase } from "#contract/queues/cases.ts";
import { createQueue, deleteQueue } from "#contract/queues/queues.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";

test("what somebody else deletes while it is open is said to be gone, with a way back", async ({ page, signIn, team, allow }) => {
  allow(/status of 404/);
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Soon gone" } });
  const params = { queue_id: queue.id };
  const cases = [{ title: "First" }, { title: "Second" }];
  const { added_cases } = await team.call(createCases, { params, body: { cases } });
  const [first = "", second = ""] = added_cases.map(({ id }) => id);
  const gone = page.getByRole("heading", { name: "No longer here" });
  const main = page.getByRole("main");

  await signIn(page, `queues/${queue.id}/cases/${first}`);
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  await team.call(deleteCase, { params: { case_id: first } });
  await expect(gone).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toHaveCount(0);
  await main.getByRole("link", { name: "Back to Soon gone" }).click();

  // While a change is on its way: its refusal tells the page, or the event does, whichever comes first.
  await main.getByRole("link", { name: "Second" }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit case" });
  await dialog.getByLabel("Title").fill("Changed");
  await page.route(`**/v2/cases/${second}`, async (route) => {
    if (route.request().method() === "PATCH") await team.call(deleteCase, { params: { case_id: second } });
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(gone).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "What you typed" })).toContainText("Changed");
  await main.getByRole("link", { name: "Back to Soon gone" }).click();

  await expect(page.getByRole("button", { name: "New case" })).toBeVisible();
  await team.call(deleteQueue, { params });
  await expect(gone).toBeVisible();
  await expect(page.getByRole("button", { name: "New case" })).toHaveCount(0);
  await main.getByRole("link", { name: "Back to Queues" }).click();
  await expect(page.getByRole("heading", { name: "Queues", level: 1 })).toBeVisible();

  // What was typed into a draft is not gone with its agent.
  const edited = await team.createAgent("Gone while edited", "say Before");
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: edited.id } });
  await signIn(page, `agents/${edited.id}/revisions/${builds[0]?.id}`);
  await page.getByRole("textbox", { name: "Instructions" }).fill("say What took an hour to write");
  await team.call(deleteAgent, { params: { agent_id: edited.id } });
  await expect(gone).toBeVisible();
  const typed = page.getByRole("region", { name: "What you typed" });
  await expect(typed).toContainText("say What took an hour to write");
  await expect(typed.getByRole("button", { name: "Copy" }).first()).toBeVisible();
  await expectAccessible(page, "a draft that is gone");
  await typed.getByRole("button", { name: "New agent from it" }).click();
  await expect(page.getByRole("textbox", { name: "Instructions" })).toContainText("say What took an hour to write");
  await page.goBack();
  await expect(gone).toBeVisible();
  await expect(typed).toBeHidden();

  const named = await team.createAgent("Gone while named", "say Before");
  await signIn(page, `agents/${named.id}?tab=settings`);
  await page.getByLabel("Name", { exact: true }).fill("Typed for nothing");
  await team.call(deleteAgent, { params: { agent_id: named.id } });
  await expect(gone).toBeVisible();
  await expect(typed.getByRole("button", { name: "New agent from it" })).toHaveCount(0);
  await typed.getByRole("button", { name: "Discard" }).click();
  await expect(typed).toBeHidden();
  await expect(page.locator("body:focus")).toHaveCount(0);

  const agent = await team.createAgent("Soon gone as well", "say Done");
  await signIn(page, `agents/${agent.id}`);
  await expect(page.getByRole("heading", { name: "Soon gone as well" })).toBeVisible();
  await team.call(deleteAgent, { params: { agent_id: agent.id } });
  await expect(gone).toBeVisible();
  await expect(main.getByRole("link", { name: "Back to Agents" })).toBeVisible();
  await expectAccessible(page, "an agent that is gone");
});

test("an address that means nothing shows what there is, and Back undoes one step at a time", async ({ page, signIn, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Often looked at" } });
  await team.call(createCases, { params: { queue_id: queue.id }, body: { cases: [{ title: "First" }, { title: "Second" }] } });
  for (const place of ["queues/none", `queues/${queue.id}/cases/42`, `queues/${queue.id}/jobs/none`, "agents/none"]) {
    await signIn(page, place);
    await expect(page.getByRole("heading", { name: "Not found" }).first()).toBeVisible();
    await expect(page.getByText("00000000-")).toHaveCount(0);
  }

  await signIn(page, `queues/${queue.id}?status=bogus&priority=7&order=sideways&layout=none`);
  const rows = page.getByRole("table", { name: "Cases" }).getByRole("row");
  await expect(rows.filter({ hasText: "First" })).toBeVisible();
  const states = page.getByRole("tablist", { name: "State of the cases" });
  const chosen = states.getByRole("tab", { selected: true });
  const search = page.getByRole("searchbox", { name: "Search cases" });
  await states.getByRole("tab", { name: /^Failed(?! eval)/ }).click();
  await states.getByRole("tab", { name: /^Pending/ }).click();
  await search.fill("Sec");
  await expect(rows.filter({ hasText: "First" })).toHaveCount(0);
  await search.fill("Second");
  await expect(page).toHaveURL(/search=Second/);
  await page.goBack();
  await expect(search).toHaveValue("");
  await expect(chosen).toHaveText(/^Pending/);
  await expect(rows.filter({ hasText: "First" })).toBeVisible();
  await page.goBack();
  await expect(chosen).toHaveText(/^Failed(?! eval)/);
});
