import { createQueue, deleteQueue, listQueues } from "#contract/queues/queues.ts";
import { listAgents } from "#contract/agents/agents.ts";
import { createCases } from "#contract/queues/cases.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";

test("the sample workspace is loaded later, says what is in its way, and is removed with what people made in it named before", async ({
  page,
  signIn,
  ownService: service,
  ownTeam: team,
  allow,
}) => {
  // The page still shows what is being removed, and asks for it once more.
  allow(/status of 404.*\/v2\/(agents|queues|runs)\//);
  const params = { teamId: team.teamId };
  const { queue } = await team.call(createQueue, { params, body: { name: "Invoices to pay" } });
  await signIn(page, undefined, service);
  const block = page.getByRole("region", { name: "Sample workspace" });
  const load = block.getByRole("button", { name: "Load sample workspace" });

  await test.step("what has one of its names is left alone", async () => {
    await load.press("Enter");
    await expect(block).toContainText("The team has a queue Invoices to pay already. Rename it, then try again.");
    await expectAccessible(page, "a sample that was not loaded");
    expect((await team.call(listAgents, { params, query: {} })).total).toBe(0);
  });

  await test.step("it comes while the page is open", async () => {
    await team.call(deleteQueue, { params: { queue_id: queue.id } });
    await block.getByRole("button", { name: "Try again" }).press("Enter");
    await expect(block.getByRole("progressbar", { name: "Loading the sample workspace" })).toBeVisible();
    await expect(block).toContainText("Its agents, queues, dashboards and process are in this team.");
    await expectAccessible(page, "a sample that is loaded");
  });

  await test.step("one reads what people would lose before it goes, and may leave it", async () => {
    const { queues } = await team.call(listQueues, { params, query: {} });
    const findings = queues.find(({ name }) => name === "Invoice findings")?.id ?? "";
    await team.call(createCases, { params: { queue_id: findings }, body: { case: { title: "By hand", data: "{}" } } });
    const remove = block.getByRole("button", { name: "Remove…" });
    await remove.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Remove the sample workspace?" });
    await expect(dialog.getByRole("list", { name: "People in this team lose" })).toContainText("1 case that they added");
    await expect(dialog.getByRole("list", { name: "Removed in all" })).toContainText("9 agents");
    await expectAccessible(page, "the question before a sample is removed");
    await page.keyboard.press("Escape");
    await expect(remove).toBeFocused();
    await remove.press("Enter");
    await dialog.getByRole("button", { name: "Remove sample workspace" }).press("Enter");
    await expect(dialog).toBeHidden();
    await expect(block.getByRole("progressbar", { name: "Removing the sample workspace" }).or(load)).toBeVisible();
    await expect(load).toBeVisible();
    expect((await team.call(listAgents, { params, query: {} })).total).toBe(0);
  });
});
