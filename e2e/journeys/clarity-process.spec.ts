import { completeClarityArtifactImport, createClarityArtifactImportUploadUrl } from "#contract/clarity/artifact-imports.ts";
import { readFile } from "node:fs/promises";
import { completeClarityCapture, createClarityCaptureUploadUrl } from "#contract/clarity/captures.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { expectAccessible } from "../axe.ts";
import { captureFile, draftOfProcess } from "../clarity-work.ts";
import { expectFits } from "../fits.ts";
import { expect, test } from "../fixtures.ts";
import type { TeamWork } from "../team-work.ts";

const told = {
  "handbook.txt": [
    "start: invoice received",
    "1. AP clerk: record invoice in Ledger",
    "2. AP clerk: match to order in Ledger",
    "3. Budget owner: approve invoice",
    "if it is rejected: AP clerk: ask supplier",
    "- end: invoice returned",
    "otherwise: AP clerk: book invoice in Ledger",
    "4. Treasury: pay invoice in Bank",
    "end: invoice paid",
  ],
  "clerk.txt": [
    "start: invoice received",
    "1. AP clerk: record invoice in Ledger",
    "2. Budget owner: approve invoice",
    "3. AP clerk: match to order in Ledger",
    "4. AP clerk: book invoice in Ledger",
    "5. Treasury: pay invoice in Bank",
    "end: invoice paid",
    "It is always like that.",
  ],
  "treasury.txt": [
    "start: invoice received",
    "1. AP clerk: record invoice in Ledger",
    "2. AP clerk: match to order in Ledger",
    "3. Budget owner: approve invoice",
    "4. AP clerk: book invoice in Ledger",
    "5. Treasury: pay invoice in Bank",
    "end: invoice paid",
  ],
};

/** A process with three captures of which one tells another order. */
async function captured(team: TeamWork): Promise<string> {
  const { process } = await team.call(createClarityProcess, {
    params: { teamId: team.teamId },
    body: { name: "Pay a supplier’s invoice" },
  });
  const process_id = process.id;
  for (const [file_name, lines] of Object.entries(told)) {
    const { signed_url, capture_id } = await team.call(createClarityCaptureUploadUrl, { params: { process_id }, body: { file_name } });
    await fetch(signed_url, { method: "PUT", body: lines.join("\n") });
    await team.call(completeClarityCapture, { params: { process_id, capture_id } });
  }
  return process_id;
}

test("three captures become a process: its question is answered, a step is corrected, and two versions are compared", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const id = await captured(ownTeam);
  await signIn(page, `clarity/processes/${id}`, ownService);
  await page.setViewportSize({ width: 1440, height: 900 });
  const facts = page.getByRole("complementary");
  await page.getByRole("button", { name: "Generate" }).click();

  await test.step("the practice model writes a draft, which waits for a decision", async () => {
    await expect(page.getByText("Version 1, draft")).toBeVisible();
    await expect(page.getByText("Review", { exact: true })).toBeVisible();
    await expect(facts.getByText("The practice model read 23 of 24 lines")).toBeVisible();
    await expect(facts.getByText("Each way through the process ends")).toBeVisible();
    await expectAccessible(page, "a map");
  });

  await test.step("the question about the order shows both sides, and is answered", async () => {
    await page.getByRole("button", { name: "1 question" }).click();
    await expect(facts.getByText("Is “Match to order” done before “Approve invoice”, or after?")).toBeVisible();
    await expect(facts.getByText("Before: drawn so, 2 captures")).toBeVisible();
    await expect(facts.getByText("After, 1 capture")).toBeVisible();
    await facts.getByRole("button", { name: "Before", exact: true }).click();
    await expect(page.getByText("2 unsaved changes")).toBeVisible();
    await expect(page.getByRole("group", { name: "Edits" })).toContainText("on version 1, live once saved");
    await expect(
      facts.getByText("owner, asked “Is “Match to order” done before “Approve invoice”, or after?”", { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "1 question" })).toBeHidden();
  });

  await test.step("a step gets another name in the table, by keyboard, and all of it is saved", async () => {
    await page.getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("m");
    await page.getByRole("textbox", { name: "Title of step 2" }).fill("Enter the invoice");
    await page.keyboard.press("Enter");
    await expect(page.getByText("3 unsaved changes")).toBeVisible();
    await expectAccessible(page, "a table of steps");
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Title of step 2" })).toHaveValue("Enter the invoice");
    await page.keyboard.press("Control+s");
    await expect(page.getByText("Version 2, live")).toBeVisible();
    await expect(page.getByRole("group", { name: "Edits" })).toBeHidden();
  });

  await test.step("it is exported for other tools, and as a picture", async () => {
    const exported = async (entry: string, end: string) => {
      await page.getByRole("button", { name: "Export" }).click();
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: entry }).click()]);
      expect(download.suggestedFilename()).toBe(`Pay a supplier’s invoice.${end}`);
      return await readFile(await download.path());
    };
    expect((await exported("BPMN 2.0", "bpmn")).toString()).toContain('name="Enter the invoice"');
    const svg = (await exported("Picture, SVG", "svg")).toString();
    const [, width, height] = /<svg [^>]*width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    // Other programs do not have the font that it was laid out for.
    expect(svg).toMatch(/<svg [^>]*font-family="'Geist Variable', [^>]*><style>@font-face\{font-family:'Geist Variable'/);
    const png = await exported("Picture, PNG", "png");
    expect(png.toString("latin1", 0, 4)).toBe("\u0089PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * Number(width), 2 * Number(height)]);
  });

  await test.step("both versions are compared in one frame", async () => {
    await page.getByRole("tab", { name: "Compare" }).click();
    await expect(facts.getByRole("listitem")).toHaveCount(3);
    const change = page.getByRole("region", { name: "What changed in Enter the invoice" });
    await expect(change).toContainText("Record invoice");
    await page.keyboard.press("n");
    await expect(change).toBeHidden();
    await page.keyboard.press("p");
    await expect(change).toBeVisible();
    await expectAccessible(page, "two versions");
  });

  await test.step("the former one is made live again, and the other one archived", async () => {
    await page.getByRole("tab", { name: /Versions/ }).click();
    await page.getByRole("button", { name: "Make live" }).click();
    await expect(page.getByText("Version 1 is live")).toBeVisible();
    await page.getByRole("button", { name: "Archive version 2" }).click();
    await page.getByRole("button", { name: "Archive version", exact: true }).click();
    await expect(page.getByRole("button", { name: "Version 1", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Version 2", exact: true })).toBeHidden();
  });
});

test("each change of a long process comes into sight in both versions", async ({ page, signIn, ownService, ownTeam }) => {
  const lines = Array.from({ length: 24 }, (_, at) => `${at + 1}. AP clerk: check page ${at + 1} in Ledger`);
  const { processId } = await draftOfProcess(ownTeam, "Check a contract", { "handbook.md": lines.join("\n") });
  await page.setViewportSize({ width: 1440, height: 700 });
  await signIn(page, `clarity/processes/${processId}?tab=compare`, ownService);
  const drawn = (version: string) =>
    page
      .getByRole("group", { name: `Map of ${version}` })
      .locator('[data-step="step-check-page-24"]')
      .first();
  await expect(page.getByRole("complementary", { name: "Changes" }).getByRole("listitem")).toHaveCount(24);
  await expect(drawn("Version 1")).not.toBeInViewport();
  await page.keyboard.press("p");
  await expect(page.getByText("24 of 24")).toBeVisible();
  await expect(drawn("Version 1")).toBeInViewport();
  await expect(drawn("Proposal 1")).toBeInViewport();
});

test("the map is walked by keyboard, and a quote leads to its line; on a phone the steps are a list", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const id = await captured(ownTeam);
  await signIn(page, `clarity/processes/${id}`, ownService);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Generate" }).click();
  const map = page.getByRole("application", { name: /Map of/ });
  const facts = page.getByRole("complementary");
  await map.focus();
  await page.keyboard.press("ArrowRight");
  await expect(facts.getByRole("heading", { name: "Invoice received" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(facts.getByRole("heading", { name: "Record invoice" })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/step=start/);
  await page.keyboard.press("ArrowRight");
  await page.setViewportSize({ width: 360, height: 740 });
  const drawer = page.getByRole("dialog", { name: "Record invoice" });
  await expect(drawer).toBeVisible();
  await drawer.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Steps" }).click();
  await page
    .getByRole("list", { name: "Steps" })
    .getByRole("button", { name: /Record invoice/ })
    .click();
  await drawer.getByRole("link", { name: "line 2" }).first().click();
  await expect(page).toHaveURL(/captures/);
  await page.goBack();
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("list", { name: "Steps" })).toBeVisible();
  await expectFits(page, "a process on a phone");
});

test("two long versions are compared with the titles of their steps", async ({ page, signIn, ownService, ownTeam }) => {
  const { process } = await ownTeam.call(createClarityProcess, { params: { teamId: ownTeam.teamId }, body: { name: "Pay" } });
  const tasks = ["record", "match", "approve", "book", "pay", "file", "check", "send", "sign", "copy", "close", "store"];
  await captureFile(
    ownTeam,
    process.id,
    "handbook.txt",
    ["start: came", ...tasks.map((task, i) => `${i + 1}. Clerk: ${task} it`), "end: done"].join("\n"),
  );
  await signIn(page, `clarity/processes/${process.id}`, ownService);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Generate" }).click();
  await expect(page.getByText("Version 1, draft")).toBeVisible();
  await page.keyboard.press("m");
  await page.getByRole("textbox", { name: "Title of step 2" }).fill("Write it down");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Version 2, live")).toBeVisible();
  await page.getByRole("tab", { name: "Compare" }).click();
  await expect(page.getByRole("group", { name: "Map of Version 2" })).toContainText("Write it");
});

test("a process that has only a picture says why it cannot be generated, and the list how far it is", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const { process } = await ownTeam.call(createClarityProcess, { params: { teamId: ownTeam.teamId }, body: { name: "Drawn on a board" } });
  const process_id = process.id;
  const body = { file_name: "board.svg", content_type: "image/svg+xml" } as const;
  const { signed_url, capture_id } = await ownTeam.call(createClarityArtifactImportUploadUrl, { params: { process_id }, body });
  await fetch(signed_url, { method: "PUT", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  await ownTeam.call(completeClarityArtifactImport, { params: { process_id, capture_id }, body });
  await signIn(page, `clarity/processes/${process_id}`, ownService);
  await expect(page.getByText("There is no capture with text yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Generate" })).toBeDisabled();
  await ownService.query("update clarity_processes set status = 'review' where id = $1", [process_id]);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Processes" }).click();
  // As a stopped generation leaves it: without a version there is nothing to review.
  const listed = page.getByRole("row", { name: /Drawn on a board/ });
  await expect(listed.getByRole("img", { name: "Captured" })).toBeVisible();
  await expect(listed.getByText("Review", { exact: true })).toHaveCount(0);
});
