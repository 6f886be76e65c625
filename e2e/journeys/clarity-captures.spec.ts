import { createClarityProcess } from "#contract/clarity/processes.ts";
import { expectAccessible } from "../axe.ts";
import { captureFile } from "../clarity-work.ts";
import { expectFits } from "../fits.ts";
import { expect, test } from "../fixtures.ts";
import { tabTo } from "../steps.ts";

const handbook = [
  "start: invoice received",
  "1. AP clerk: record invoice in Ledger",
  "2. Budget owner: approve invoice",
  "3. Treasury: pay invoice in Bank",
  "end: invoice paid",
].join("\n");
const clerk = ["start: invoice received", "1. AP clerk: record invoice in Ledger", "2. Treasury: pay invoice in Bank", "end: invoice paid"];
const transcript = `WEBVTT\n\n${clerk.map((line, i) => `00:0${i}:00.000 --> 00:0${i}:09.000\n${line}\n`).join("\n")}`;

test("beside the map a capture lights its steps, its place opens with the text marked, and Escape returns", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { process } = await ownTeam.call(createClarityProcess, { params: { teamId: ownTeam.teamId }, body: { name: "Pay" } });
  await captureFile(ownTeam, process.id, "handbook.txt", handbook);
  await captureFile(ownTeam, process.id, "clerk.vtt", transcript);
  await signIn(page, `clarity/processes/${process.id}`, ownService);
  await page.getByRole("button", { name: "Generate" }).click();
  const column = page.getByRole("region", { name: "Captures" });
  const facts = page.getByRole("complementary");
  const told = column.getByRole("button", { name: "clerk.vtt" });

  await test.step("by keyboard: its steps and its story are lit, the other steps step back", async () => {
    await expect(column.getByText("Supports 6 steps")).toBeVisible();
    await expect(column.getByText("4 messages")).toBeVisible();
    await tabTo(page, told);
    await page.keyboard.press("Enter");
    await expect(told).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("region", { name: "Stories" }).getByRole("button", { name: "clerk.vtt" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    const onMap = page.getByRole("application").locator("g[data-step]");
    await expect(onMap.filter({ hasText: "Approve" }).first()).toHaveCSS("opacity", "0.35");
    await expect(onMap.filter({ hasText: "Record" }).first()).toHaveCSS("opacity", "1");
    await expectAccessible(page, "a map with lit steps");
    await expectFits(page, "a map with captures beside it");
  });

  await test.step("the table lights the same ones", async () => {
    await page.keyboard.press("m");
    await expect(column).toBeHidden();
    await expect(page.getByText("supports 4 steps")).toBeVisible();
    await expect(page.getByRole("row", { name: "Step 4, Approve invoice" })).toHaveCSS("opacity", "0.35");
    await page.getByRole("button", { name: "Step 2, Record invoice" }).click();
  });

  await test.step("a place in the panel opens the capture there, and Escape returns to what was chosen", async () => {
    await facts.getByRole("link", { name: "1:00" }).click();
    await expect(page.locator("[aria-current=location]")).toContainText("record invoice in Ledger");
    await page.reload();
    await expect(page.locator("[aria-current=location]")).toContainText("record invoice in Ledger");
    await page.keyboard.press("Escape");
    await expect(facts.getByRole("heading", { name: "Record invoice" })).toBeVisible();
    await expect(page.getByText("supports 4 steps")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(facts.getByRole("heading", { name: "Record invoice" })).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(page.getByText("supports 4 steps")).toBeHidden();
  });

  await test.step("where the column has no room, a button leads to the captures", async () => {
    await page.setViewportSize({ width: 1000, height: 800 });
    await page.keyboard.press("m");
    await page.getByRole("group", { name: "Version" }).getByRole("button", { name: "Captures" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "handbook.txt" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByText("supports 6 steps")).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectFits(page, "a phone with lit steps");
  });
});
