import { createRevision, getRevision, updateRevision } from "#contract/agents/revisions.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

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
  const notice = page.getByRole("alert").filter({ hasText: "Somebody saved this draft" });
  await expect(notice).toBeVisible();
  await save.click();
  await expect(page.getByText("Somebody changed this revision meanwhile. Nothing was written.")).toBeVisible();
  await expect(editor).toContainText("say Mine");
  expect(await stored()).toMatchObject({ input: "say Theirs" });
  await notice.getByRole("button", { name: "Show what changed" }).click();
  const changes = page.getByRole("dialog", { name: "What somebody else changed" });
  await expect(changes.getByRole("group", { name: "Changes in Instructions" })).toContainText("say Theirs");
  await expectAccessible(page, "what somebody else changed", "[role=dialog]");
  await changes.getByRole("button", { name: "Keep mine" }).click();
  await save.click();
  await expect(notices(page)).toContainText("Saved");
  expect(await stored()).toMatchObject({ input: "say Mine" });
  await editor.fill("say Mine again");
  await theirs("say Theirs again");
  await notice.getByRole("button", { name: "Take theirs" }).click();
  await expect(editor).toContainText("say Theirs again");
  await expect(notice).toBeHidden();
  // Where nothing was typed there is nothing to decide.
  await theirs("say Theirs at last");
  await expect(editor).toContainText("say Theirs at last");
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
});
