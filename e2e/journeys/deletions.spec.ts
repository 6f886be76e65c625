import { createAgentFolder, moveAgentsToFolder } from "#contract/agents/agent-folders.ts";
import { listAgents } from "#contract/agents/agents.ts";
import { maxNamed } from "#contract/deletion.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { createSkill } from "#contract/library/skills.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

test("a deletion is confirmed only when its consequences are known, and again when they have grown", async ({
  page,
  signIn,
  team,
  allow,
}) => {
  allow(/status of 500/, /answer: 500 GET/);
  const agent = await team.createAgent("Refunds desk", "say Hello");
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Refunds to check" } });
  await signIn(page, `agents/${agent.id}?tab=settings`);
  await page.getByRole("textbox", { name: "Name" }).fill("Refunds desk, renamed");
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage));
  await expect.poll(kept).toContain("desk, renamed");
  const unread = "**/v2/agents/*/deletion";
  await page.route(unread, (route) => route.fulfill({ status: 500, json: { error: "internal", message: "Out of order." } }));
  await page.getByRole("button", { name: "Delete agent" }).click();
  const question = page.getByRole("dialog", { name: "Delete this agent?" });
  const name = question.getByLabel("Type the name to confirm");
  await expect(name).toBeFocused();
  await name.fill("Refunds desk");
  await expect(question.getByText("Your unsaved text is discarded too: Name.")).toBeVisible();
  await expect(question.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(question.getByText("The consequences could not be loaded, so nothing was changed. Try again.")).toBeVisible();
  await page.unroute(unread);
  await question.getByRole("button", { name: "Try again" }).click();
  await expect(question.getByRole("list", { name: "Also deleted" })).toContainText("1 revision");
  await expect(question.getByRole("list", { name: "Stops working" })).toHaveCount(0);
  const body = { case_queue_id: queue.id, enabled: true };
  await team.call(createAgentCaseTrigger, { params: { agent_id: agent.id }, body });
  await name.focus();
  await page.keyboard.press("Enter");
  await expect(question.getByText("More is affected than the list showed. Read it again, then confirm.")).toBeVisible();
  const stops = question.getByRole("list", { name: "Stops working" });
  await expect(stops).toContainText("1 queue no longer starts it: Refunds to check");
  await expect(stops.getByRole("link", { name: "Refunds to check" }).first()).toHaveAttribute(
    "href",
    `/t/${team.teamId}/queues/${queue.id}`,
  );
  await expectAccessible(page, "the consequences of deleting an agent");
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete agent" })).toBeFocused();
  await page.keyboard.press("Enter");
  await name.fill("Refunds desk");
  await expect(stops).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(notices(page)).toContainText("Refunds desk deleted");
  expect(await kept()).not.toContain("desk, renamed");
});

test("of many that a deletion affects the first are named, and nothing is said of none", async ({ page, signIn, team }) => {
  const { teamId } = team;
  const { folder } = await team.call(createAgentFolder, { params: { teamId }, body: { name: "Seasonal" } });
  for (let made = 0; made <= maxNamed; made++) await team.createAgent(`Seasonal clerk ${String(made).padStart(2, "0")}`, "say Hello");
  const { agents } = await team.call(listAgents, { params: { teamId }, query: { search: "Seasonal clerk", limit: 100 } });
  await team.call(moveAgentsToFolder, { params: { teamId }, body: { agent_ids: agents.map(({ id }) => id), folder_id: folder.id } });
  await signIn(page, "agents");
  await page.getByRole("combobox", { name: "Folder" }).selectOption(`Seasonal (${maxNamed + 1})`);
  await page.getByRole("button", { name: "Change Seasonal" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const changes = page.getByRole("dialog").getByRole("list", { name: "Changes" });
  await expect(changes).toContainText("21 agents move to the top level:");
  await expect(changes.getByRole("listitem").last()).toHaveText("and 1 more");
  await expect(changes.getByRole("link")).toHaveCount(maxNamed);
  await page.getByRole("button", { name: "Delete folder" }).click();
  await expect(notices(page)).toContainText("Seasonal deleted");
  const { skill } = await team.call(createSkill, {
    params: { teamId },
    body: { name: "unused", description: "Unused", content: "# None\n" },
  });
  await page.goto(page.url().replace(/agents.*/, `skills/${skill.id}`));
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog").getByRole("list", { name: "Also deleted" })).toHaveText("1 file");
});
