import { replaceEvalRubrics } from "#contract/agents/eval-rubrics.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

test("a run keeps a note, a person puts it right, and switches the memory off", async ({ page, signIn, team }) => {
  const agent = await team.createAgent("Note taker", 'call memory_write {"path": "suppliers/acme.md", "content": "Pays late"}\nsay Noted');
  await signIn(page, `agents/${agent.id}?tab=memory`);
  await expect(page.getByRole("heading", { name: "Nothing in memory" })).toBeVisible();
  await team.runUntil(agent, "completed", "Take a note");
  // It arrives by itself.
  await page.getByRole("link", { name: "acme.md" }).click();
  const editor = page.getByRole("textbox", { name: "Text of suppliers/acme.md" });
  await expect(editor).toContainText("Pays late");
  await editor.fill("Pays on time");
  await team.runUntil(agent, "completed", "Take it again");
  await expect(page.getByRole("alert").filter({ hasText: "A run changed this file while you were editing." })).toBeVisible();
  await page.getByRole("button", { name: "Keep mine" }).click();
  await editor.press("Control+s");
  await expect(notices(page)).toContainText("suppliers/acme.md saved");
  await expectAccessible(page, "memory file");
  await page.getByRole("link", { name: "Memory", exact: true }).click();
  await expect(page.getByRole("row", { name: /acme\.md/ })).toContainText("You");
  await expectAccessible(page, "memory");
  const memory = page.getByRole("switch", { name: "Memory" });
  await memory.click();
  await expect(memory).not.toBeChecked();
  await expect(page.getByText("Off: runs do not read or write these files.")).toBeVisible();
});

test("a run is judged by a rubric, and keeps its verdict when the rubric is edited", async ({ page, signIn, team }) => {
  const agent = await team.createAgent("Letter writer", "say Dear Sir");
  await signIn(page, `agents/${agent.id}?tab=evaluation`);
  await page.getByRole("button", { name: "Add rubric" }).click();
  const dialog = page.getByRole("dialog", { name: "Add rubric" });
  await dialog.getByLabel("Title").fill("Names the invoice");
  await dialog.getByLabel("Passes when").fill("Too short");
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByText("Use at least 20 characters")).toBeVisible();
  await dialog.getByLabel("Passes when").fill('Does the letter say it: contains "Invoice"? critical');
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("list", { name: "Rubrics" })).toContainText("Names the invoice");
  const run = await team.runUntil(agent, "completed", "Write the letter");
  await page.getByRole("list", { name: "Failed evaluations" }).getByRole("link", { name: "Write the letter" }).click();
  const verdicts = page.getByRole("list", { name: "Results" });
  await expect(verdicts).toContainText("The agent did not say “Invoice”.");
  await expect(verdicts).toContainText("critical");
  await expectAccessible(page, "judged run");
  await page.goBack();
  await page.getByRole("button", { name: "Edit Names the invoice" }).click();
  await page.getByRole("dialog", { name: "Edit rubric" }).getByLabel("Title").fill("Names its invoice");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("list", { name: "Rubrics" })).toContainText("Names its invoice");
  await page.getByText("Numbers as a table").click();
  await expect(page.getByRole("table", { name: "Passed results by day" })).toContainText("0%");
  await expectAccessible(page, "evaluation");
  await page.getByRole("link", { name: `${run.run_number} Write the letter` }).click();
  await expect(verdicts).toContainText("Evaluated against a rubric that is no longer active.");
});

test("runs that keep failing a rubric suggest text, which goes into a draft", async ({ page, signIn, team }) => {
  const agent = await team.createAgent("Reminder writer", "say Dear Sir");
  const rubrics = [{ title: "Names the sum", description: 'Does the reminder say how much is due: contains "EUR"? medium' }];
  await team.call(replaceEvalRubrics, { params: { agentId: agent.id }, body: { rubrics } });
  await signIn(page, `agents/${agent.id}?tab=evaluation`);
  await expect(page.getByText("No suggestions right now.")).toBeVisible();
  await Promise.all(["first", "second", "third"].map((which) => team.runUntil(agent, "completed", `Write the ${which} reminder`)));
  // It arrives by itself.
  const suggestion = page.getByRole("list", { name: "Suggestions" }).locator("> li");
  await expect(suggestion).toContainText("Runs keep failing “Names the sum”");
  await expect(suggestion).toContainText("The agent did not say “EUR”.");
  await expect(page.getByRole("tab", { name: /^Evaluation/ })).toContainText("1");
  await expectAccessible(page, "suggestion");
  await suggestion.getByRole("button", { name: "Add to the draft" }).click();
  await expect(page.getByText("No suggestions right now.")).toBeVisible();
  await notices(page).getByRole("button", { name: "Open the draft" }).click();
  await expect(page.getByRole("textbox", { name: "Instructions" })).toContainText("Before you finish, check “Names the sum”.");
  await expect(page.getByText("Draft", { exact: true })).toBeVisible();
});
