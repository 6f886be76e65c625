import { getCase, updateCase } from "#contract/queues/cases.ts";
import { createRevision, getRevision, updateRevision } from "#contract/agents/revisions.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";
import { typedCase } from "../typed-work.ts";

test("of two people who write one draft neither loses text unseen", async ({ page, signIn, team, allow }) => {
  allow(/status of 409.*\/v2\/revisions\//);
  const agent = await team.createAgent("Two hands", "say Before");
  const { build } = await team.call(createRevision, { params: { agent_id: agent.id }, body: { name: "Draft" } });
  const params = { build_id: build.id };
  const theirs = (input: string) =>
    team.call(updateRevision, { params, body: { config: { version: "v1", data: { model: "scripted", input } } } });
  const stored = async () => (await team.call(getRevision, { params: { agent_id: agent.id, ...params } })).build.config?.data;
  await signIn(page, `agents/${agent.id}/revisions/${build.id}`);
  const editor = page.getByRole("textbox", { name: "Instructions" });
  const save = page.getByRole("button", { name: "Save", exact: true });
  await editor.fill("say Mine");
  await theirs("say Theirs");
  const notice = page.getByRole("alert").filter({ hasText: "Somebody else saved this draft" });
  await expect(notice).toBeVisible();
  // Saving was tried, and one notice says both.
  await editor.press("ControlOrMeta+s");
  await expect(page.getByRole("alert").filter({ hasText: "Nothing was saved." })).toHaveText(/Somebody else saved this draft/);
  await expect(page.getByText("Somebody else")).toHaveCount(1);
  await expect(editor).toContainText("say Mine");
  expect(await stored()).toMatchObject({ input: "say Theirs" });
  await notice.getByRole("button", { name: "Show what changed" }).click();
  const changes = page.getByRole("dialog", { name: "What somebody else changed" });
  await expect(changes.getByRole("group", { name: "Changes in Instructions" })).toContainText("say Theirs");
  await expectAccessible(page, "what somebody else changed", "[role=dialog]");
  await changes.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByText("Nothing was saved.")).toBeHidden();
  await editor.press("ControlOrMeta+s");
  await expect(notices(page)).toContainText("Saved");
  expect(await stored()).toMatchObject({ input: "say Mine" });
  await editor.fill("say Mine again");
  await theirs("say Theirs again");
  await notice.getByRole("button", { name: "Take theirs" }).click();
  await expect(editor).toContainText("say Theirs again");
  await expect(notice).toBeHidden();
  // A draft that survives a reload began on what somebody else has changed since.
  await editor.fill("say Mine before");
  await page.goto("about:blank");
  await theirs("say Theirs meanwhile");
  await page.goBack();
  await expect(notice).toBeVisible();
  await expect(editor).toContainText("say Mine before");
  await save.click();
  await expect(notice).toContainText("Nothing was saved.");
  expect(await stored()).toMatchObject({ input: "say Theirs meanwhile" });
  await notice.getByRole("button", { name: "Take theirs" }).click();
  await expect(editor).toContainText("say Theirs meanwhile");
  // Where nothing was typed there is nothing to decide.
  await theirs("say Theirs at last");
  await expect(editor).toContainText("say Theirs at last");
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
});

test("what somebody else writes into a case is replaced by a decision only, and Cancel discards", async ({ page, signIn, team, allow }) => {
  allow(/status of 409.*\/v2\/cases\//);
  const { queue, case: case_id } = await typedCase(team, "Refunds of two editors");
  const params = { case_id };
  const stored = async () => (await team.call(getCase, { params })).case;
  const theirs = async (title: string, change: object) => {
    const data = { ...(JSON.parse((await stored()).data) as object), ...change };
    await team.call(updateCase, { params, body: { title, data: JSON.stringify(data, null, 2) } });
  };
  await signIn(page, `queues/${queue}/cases/${case_id}`);
  const dialog = page.getByRole("dialog", { name: "Edit case" });
  const edit = page.getByRole("button", { name: "Edit", exact: true });
  const [title, amount] = [dialog.getByLabel("Title"), dialog.getByLabel("amount")];
  const notice = dialog.getByRole("alert").filter({ hasText: "This was changed elsewhere while" });

  // Cancel means it, and can be taken back.
  await edit.click();
  await title.fill("Typed and cancelled");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(notices(page)).toContainText("Your text was discarded");
  await edit.click();
  await expect(title).toHaveValue("Refund R0000323");

  // All that is wrong is said at once.
  await title.fill("");
  await amount.fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(title).toHaveAttribute("aria-invalid", "true");
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await edit.click();

  // Escape keeps a draft. By the time it is opened again the case says something else.
  await title.fill("Mine");
  await amount.fill("20");
  await page.keyboard.press("Escape");
  await edit.click();
  await expect(dialog.getByRole("status").filter({ hasText: "Not saved yet: what you had entered" })).toBeVisible();
  await page.keyboard.press("Escape");
  await theirs("Theirs", { amount: 7 });
  await page.reload();
  await edit.click();
  await expect(notice).toContainText("Title");
  await expect(notice).toContainText("Refund R0000323");
  await expect(notice).toContainText("Theirs");
  await expect(notice).toContainText("Data: amount");
  await expectAccessible(page, "what somebody else changed in a case", "[role=dialog]");
  await expect(title).toHaveValue("Mine");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Choose which version to keep first.");
  await expect(notice.getByRole("button", { name: "Keep mine" })).toBeFocused();
  expect(await stored()).toMatchObject({ title: "Theirs" });
  await notice.getByRole("button", { name: "Take theirs" }).click();
  await expect(title).toHaveValue("Theirs");
  await expect(amount).toHaveValue("7");
  await expect(notice).toBeHidden();
  await expect(title).toBeFocused();

  // Nobody told this page: the service refuses, what was typed stays, and the form shows what changed.
  let told = false;
  await page.route(`**/v2/cases/${case_id}`, async (route) => {
    if (route.request().method() === "PATCH" && !told) {
      told = true;
      await theirs("Theirs again", {});
    }
    await route.continue();
  });
  await title.fill("Mine after all");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(notice).toContainText("Theirs again");
  await expect(title).toHaveValue("Mine after all");
  await notice.getByRole("button", { name: "Keep mine" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(notices(page)).toContainText("Case saved");
  expect(await stored()).toMatchObject({ title: "Mine after all" });
  await expect(page.getByRole("region", { name: "History" })).toContainText("title and data");

  // Fields that only one of the two changed come together by themselves, told of or not; the same one is asked about, and no other.
  const dataOf = async () => JSON.parse((await stored()).data) as Record<string, unknown>;
  const customer = dialog.getByRole("group", { name: "customer" });
  await edit.click();
  await amount.fill("50");
  await theirs("Mine after all", { approved: true });
  await expect(dialog.getByLabel("approved")).toHaveValue("0");
  await expect(amount).toHaveValue("50");
  await customer.getByLabel("name").fill("Mine & Co");
  await theirs("Mine after all", { approved: true, reason: "sent back", customer: { name: "Theirs & Co", mail: "post@theirs.example" } });
  await expect(notice).toContainText("Data: customer · name");
  await expect(notice.getByRole("term")).toHaveCount(1);
  await notice.getByRole("button", { name: "Keep mine" }).click();
  await expect(customer.getByLabel("mail")).toHaveValue("post@theirs.example");
  told = false;
  await page.unroute(`**/v2/cases/${case_id}`);
  await page.route(`**/v2/cases/${case_id}`, async (route) => {
    if (route.request().method() === "PATCH" && !told) {
      told = true;
      await theirs("Mine after all", { parcels: ["A-1", "A-3"] });
    }
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  expect(await dataOf()).toMatchObject({
    amount: 50,
    approved: true,
    reason: "sent back",
    customer: { name: "Mine & Co", mail: "post@theirs.example" },
    parcels: ["A-1", "A-3"],
  });
});
