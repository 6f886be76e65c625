import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";

test("an event trigger is tried, starts a run, and says why it did not", async ({ page, signIn, service, team }) => {
  const agent = await team.createAgent("Case clerk", "say Looked");
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Letters by post" } });
  const add = (...titles: string[]) =>
    team.call(createCases, {
      params: { queue_id: queue.id },
      body: { cases: titles.map((title) => ({ title, priority: "high" as const })) },
    });
  await add("Invoice of before", "Letter of before");
  await signIn(page, `agents/${agent.id}?tab=events`, service);
  const dialog = page.getByRole("dialog");
  const happened = page.getByRole("region", { name: "What happened" });

  await test.step("the form says what the last events would have started", async () => {
    await page.getByRole("button", { name: "Add trigger" }).first().click();
    const tried = dialog.getByRole("region", { name: "Last events" });
    await dialog.getByRole("combobox", { name: "In queue" }).fill("Letters by");
    await page.getByRole("option", { name: "Letters by post" }).click();
    await dialog.getByLabel("Title contains").fill("invoice");
    const row = (title: string) => tried.getByRole("listitem").filter({ hasText: title });
    await expect(row("Invoice of before")).toContainText("Would start");
    await expect(row("Letter of before")).toContainText("The title does not contain the text");
    await dialog.getByRole("button", { name: "Create trigger" }).click();
    await expect(page.getByText("A case arrives in a queue: in “Letters by post”, title contains “invoice”")).toBeVisible();
    await expect(happened).toContainText("No event yet.");
  });

  await test.step("an event that matches starts a run, another says which field kept it", async () => {
    await add("Letter");
    await add("Invoice 7");
    const row = (title: string) => happened.getByRole("listitem").filter({ hasText: title });
    await expect(row("Letter")).toContainText("The title does not contain the text");
    await expect(row("Invoice 7")).toContainText("Started");
    await happened.getByLabel("Outcome").selectOption("filtered");
    await expect(happened.getByRole("listitem")).toHaveCount(1);
    await happened.getByLabel("Outcome").selectOption("started");
    await happened.getByRole("link", { name: /^Run: / }).click();
    await expect(page.getByText("Looked").first()).toBeVisible();
    await page.goBack();
  });

  await test.step("it is paused and resumed", async () => {
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByText("Trigger paused")).toBeVisible();
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(page.getByText("Trigger resumed")).toBeVisible();
  });
});
