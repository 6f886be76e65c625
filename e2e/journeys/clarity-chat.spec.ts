import { completeClarityCapture, createClarityCaptureUploadUrl } from "#contract/clarity/captures.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { expectAccessible } from "../axe.ts";
import { expectFits } from "../fits.ts";
import { expect, test } from "../fixtures.ts";
import type { TeamWork } from "../team-work.ts";

const told = ["start: invoice received", "1. Clerk: check invoice in Ledger", "2. Owner: approve invoice", "end: invoice paid"];

/** A process with one capture. */
async function captured(team: TeamWork): Promise<string> {
  const { process } = await team.call(createClarityProcess, { params: { teamId: team.teamId }, body: { name: "Pay an invoice" } });
  const process_id = process.id;
  const upload = { params: { process_id }, body: { file_name: "handbook.txt" } };
  const { signed_url, capture_id } = await team.call(createClarityCaptureUploadUrl, upload);
  await fetch(signed_url, { method: "PUT", body: told.join("\n") });
  await team.call(completeClarityCapture, { params: { process_id, capture_id } });
  return process_id;
}

test("an edit is asked for, looked at as a draft and accepted; a question is answered and its edit declined, by keyboard", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const id = await captured(ownTeam);
  await signIn(page, `clarity/processes/${id}`, ownService);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Generate" }).click();
  await expect(page.getByText("Version 1, draft")).toBeVisible();
  // Who presses C writes on at once: no letter of it is a shortcut of the page.
  await page.keyboard.press("c");
  await page.keyboard.type("rename me");
  const talk = page.getByRole("complementary", { name: "Edit by chat" });
  const message = talk.getByRole("textbox", { name: "Message" });
  const edit = talk.getByRole("region", { name: "Edit" });

  await test.step("the edit is a draft, which the map shows", async () => {
    await expect(talk.getByText("No messages yet")).toBeVisible();
    await expect(message).toBeFocused();
    await expect(message).toHaveValue("rename me");
    await expect(page.getByRole("application")).toBeVisible();
    await message.fill("rename Check invoice to Compare invoice; then file\nset role of Approve invoice to Manager");
    await message.press("Control+Enter");
    await expect(edit.getByText("Waits for you")).toBeVisible();
    await expect(edit.getByRole("listitem")).toHaveText([
      "Rename Check invoice to Compare invoice; then file",
      "Set role of Approve invoice to Manager",
    ]);
    await expect(page.getByText("Version 2, draft")).toBeVisible();
    await expect(edit.getByText("Version 1 is a draft: all its 4 steps become live with this edit.")).toBeVisible();
    await expect(page.getByRole("application")).toContainText(/Compare\s*invoice/);
    await expect(message).toHaveValue("");
    await expectAccessible(page, "a conversation with an edit");
  });

  await test.step("accepted, it is the live version", async () => {
    await edit.getByRole("button", { name: "Accept and make live" }).press("Enter");
    await expect(edit.getByText("Became version")).toBeVisible();
    await expect(page.getByText(/Version \d, live/)).toBeVisible();
    await expect(page.getByRole("application")).toContainText(/Compare\s*invoice/);
    await talk.getByRole("button", { name: "Close the conversation" }).click();
    await expect(page.getByText("It starts with “Compare invoice; then file”.")).toBeVisible();
    await page.keyboard.press("c");
  });

  await test.step("a question is answered, its edit declined, and all of it is there after a reload", async () => {
    await message.fill('ask "Who approves?" options: Manager, Director\nset role of Approve invoice to {{answer}}');
    await message.evaluate((field) => field.setAttribute("data-before", ""));
    await message.press("Control+Enter");
    await talk.getByRole("radio", { name: "Director" }).press("Space");
    await talk.getByRole("button", { name: "Answer" }).press("Enter");
    await expect(edit.last().getByText("Waits for you")).toBeVisible();
    await expect(edit.last().getByText("Only this edit becomes live.")).toBeVisible();
    await edit.last().getByRole("button", { name: "Decline" }).press("Enter");
    await expect(edit.last().getByText("Declined")).toBeVisible();
    // Its draft came and went beside the conversation, which stayed: a press on its way to one of its buttons arrives.
    await expect(message).toHaveAttribute("data-before");
    await page.reload();
    await expect(edit).toHaveCount(2);
    await expect(page.getByText(/Version \d, live/)).toBeVisible();
  });

  await test.step("on a phone it is a sheet", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole("dialog", { name: "Edit by chat" }).getByRole("textbox", { name: "Message" })).toBeVisible();
    await expectFits(page, "a conversation on a phone");
  });
});
