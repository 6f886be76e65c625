import { deleteFile, listFiles } from "#contract/library/files.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { chooseFiles, downloadedText, notices, rewrite } from "../steps.ts";

test("files are uploaded, edited over a reload, renamed and deleted", async ({ page, signIn, ownService, ownTeam, allow }) => {
  // Saving over what somebody else saved.
  allow(/status of (409|404).*\/files\/content\//);
  await ownTeam.createAgent("Reader", "say Done", ["terms.md"]);
  await signIn(page, "files", ownService);
  await expect(page.getByRole("heading", { name: "No files yet" })).toBeVisible();
  await chooseFiles(page, () => page.getByRole("button", { name: "Upload", exact: true }).click(), [
    { name: "prices.csv", text: "item,price\npaper,12\nink,30\n" },
    { name: "terms.md", text: "# Terms\n\nPay within 30 days.\n" },
    { name: "check.py", text: "print('checked')\n" },
  ]);
  const table = page.getByRole("table", { name: "Files" });
  await expect(page.getByRole("region", { name: "Uploads" })).toContainText("3 uploaded");
  await expect(table.getByRole("row")).toHaveCount(4);
  await page.getByRole("button", { name: "Close the uploads" }).click();

  await table.getByRole("link", { name: "prices.csv" }).click();
  await expect(page.getByRole("table", { name: "prices.csv" }).getByRole("row", { name: /ink/ })).toContainText("30");
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Files" }).click();

  await table.getByRole("link", { name: "terms.md" }).click();
  await expect(page.getByRole("heading", { name: "Terms", exact: true })).toBeVisible();
  await expect(page.getByText("Used by Reader")).toBeVisible();
  await page.getByRole("tab", { name: "Text" }).click();
  const editor = page.getByRole("textbox", { name: "Text of terms.md" });
  await rewrite(editor, "# Terms\n\nPay within 14 days.\n");
  await expect(page.getByText("Unsaved edits", { exact: true })).toBeVisible();
  await page.reload();
  await expect(editor).toContainText("Pay within 14 days.");
  await expect(page.getByText("Unsaved edits", { exact: true })).toBeVisible();
  await editor.press("Control+s");
  await expect(notices(page)).toContainText("terms.md saved");
  expect(await downloadedText(page, () => page.getByRole("button", { name: "Download" }).click())).toBe("# Terms\n\nPay within 14 days.\n");

  await rewrite(editor, "# Terms\n\nPay within 7 days.\n");
  await ownTeam.putFile("terms.md", "# Terms\n\nPay at once.\n");
  await editor.press("Control+s");
  await expect(page.getByRole("alert").filter({ hasText: "This file was changed elsewhere while you were editing" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Compare" }).click();
  const both = page.getByRole("dialog", { name: "Theirs and yours" });
  await expect(both).toContainText("Pay at once.");
  await expect(both).toContainText("Pay within 7 days.");
  await both.getByRole("button", { name: "Keep mine" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Unsaved edits", { exact: true })).toHaveCount(0);

  await page.getByRole("link", { name: "Versions" }).click();
  const versions = page.getByRole("dialog", { name: "Versions of terms.md" });
  await versions.getByRole("button", { name: /^Version 2/ }).click();
  await expect(versions.getByRole("group", { name: "Changes in terms.md" })).toContainText("Pay within 14 days.");
  await versions.getByRole("button", { name: "Restore version 2" }).click();
  await expect(notices(page)).toContainText("Version 2 of terms.md restored");
  await versions.getByRole("button", { name: "Close" }).click();
  await expect(editor).toContainText("Pay within 14 days.");

  // What is typed into a file that somebody deletes is not gone with it.
  await rewrite(editor, "# Terms\n\nPay within 21 days.\n");
  await ownTeam.call(deleteFile, { params: { teamId: ownTeam.teamId, path: "terms.md" } });
  const edits = page.getByRole("region", { name: "Your edits" });
  await expect(edits).toContainText("Pay within 21 days.");
  await expectAccessible(page, "edits of a file that is gone");
  await edits.getByRole("button", { name: "Create it again" }).click();
  await expect(editor).toContainText("Pay within 21 days.");
  await expect(page.getByText("Unsaved edits", { exact: true })).toHaveCount(0);

  await page.getByRole("button", { name: "Actions for terms.md" }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  const rename = page.getByRole("dialog", { name: "Rename file" });
  await expect(rename).toContainText("Reader names the old path");
  await rename.getByRole("textbox").fill("payment-terms");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "payment-terms.md" })).toBeVisible();

  await page.getByRole("button", { name: "Actions for payment-terms.md" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const question = page.getByRole("dialog", { name: "Delete this file?" });
  await expect(question).toContainText("Nothing else is affected.");
  await expect(question).not.toContainText("fail");
  await question.getByRole("button", { name: "Delete file" }).click();
  await expect(question.getByText("Type “payment-terms.md” exactly")).toBeVisible();
  await question.getByLabel("Type the name to confirm").fill("payment-terms.md");
  await question.getByRole("button", { name: "Delete file" }).click();
  await expect(notices(page)).toContainText("payment-terms.md deleted");
  await expect(table.getByRole("row")).toHaveCount(3);
});

test("what another person saved meanwhile is not overwritten unsaid", async ({ page, signIn, team }) => {
  await team.putFile("shared/notes.txt", "Written first\n");
  await signIn(page, "files?file=shared/notes.txt");
  const editor = page.getByRole("textbox", { name: "Text of notes.txt" });
  await rewrite(editor, "Mine\n");
  await team.putFile("shared/notes.txt", "Theirs\n");
  await expect(page.getByRole("alert").filter({ hasText: "This file was changed elsewhere while you were editing" })).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(editor).toContainText("Theirs");
});

test("a large file goes on where the connection was lost", { tag: "@long" }, async ({ page, signIn, ownService, ownTeam, allow }) => {
  allow(/net::ERR_FAILED/);
  const ranges: string[] = [];
  await page.route("**/_files/*", async (route) => {
    const range = (await route.request().headerValue("content-range")) ?? "";
    ranges.push(range);
    if (range.startsWith("bytes 8388608-") && ranges.filter((each) => each === range).length === 1) return route.abort();
    return route.continue();
  });
  await signIn(page, "files", ownService);
  const text = "row,of,a,long,table\n".repeat(1_000_000);
  await chooseFiles(page, () => page.getByRole("button", { name: "Upload", exact: true }).click(), [{ name: "ledger.csv", text }]);
  await expect(page.getByRole("region", { name: "Uploads" }).getByRole("status")).toHaveText("1 uploaded");
  expect(ranges.map((range) => range.replace(/^bytes |\/\d+$/g, ""))).toEqual([
    "*",
    "0-8388607",
    "8388608-16777215",
    "*",
    "8388608-16777215",
    "16777216-19999999",
  ]);
  const { files } = await ownTeam.call(listFiles, { params: { teamId: ownTeam.teamId } });
  expect(files.map(({ path, metadata }) => [path, metadata?.size])).toEqual([["ledger.csv", text.length]]);
});
