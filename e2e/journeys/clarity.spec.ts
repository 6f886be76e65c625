import { getSession } from "#contract/teams/session.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { expectAccessible } from "../axe.ts";
import { captureFile, plantLandscape } from "../clarity-work.ts";
import { expectFits } from "../fits.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";
import type { TeamWork } from "../team-work.ts";

const meOf = async (team: TeamWork) => (await team.call(getSession, {})).session.user.id;
const supplier = "Pay a supplier’s invoice";

test("a process is created, named, guided, duplicated and deleted", async ({ page, signIn, ownService }) => {
  await signIn(page, "home", ownService);
  await page.getByRole("link", { name: "Clarity", exact: true }).click();
  await expect(page.getByText("No processes yet")).toBeVisible();
  await page.getByRole("button", { name: "New process" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Pay an invoice");
  await page.getByRole("button", { name: "Create process" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pay an invoice" })).toBeVisible();
  await expectAccessible(page, "an empty process");
  await page.getByRole("button", { name: "Add guidance" }).click();
  await page.getByRole("textbox", { name: "Guidance" }).fill("AP means accounts payable.");
  await page.getByRole("button", { name: "Save guidance" }).click();
  await expect(page.getByText("AP means accounts payable.")).toBeVisible();
  const menu = async (name: string) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await menu("Rename");
  await page.getByRole("textbox", { name: "Name" }).fill(supplier);
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("heading", { level: 1, name: supplier })).toBeVisible();
  await menu("Restrict to Managers");
  await expect(page.getByText("Its creator and Managers", { exact: true })).toBeVisible();
  await menu("Duplicate");
  await expect(page.getByRole("heading", { level: 1, name: `${supplier} (copy)` })).toBeVisible();
  await menu("Delete");
  await page.getByRole("dialog").getByRole("textbox").fill(`${supplier} (copy)`);
  await page.getByRole("button", { name: "Delete process" }).click();
  await expect(page.getByRole("link", { name: supplier })).toBeVisible();
  await expect(page.getByRole("table", { name: "Processes" }).getByRole("row")).toHaveCount(2);
});

test("the landscape is searched, a process is chosen on the map, and its people and links are changed there", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  await plantLandscape(ownService, { teamId: ownTeam.teamId, userId: await meOf(ownTeam) });
  await signIn(page, "clarity", ownService);
  await page.setViewportSize({ width: 1440, height: 900 });
  const map = page.getByRole("group", { name: "Map" });
  const facts = page.getByRole("complementary", { name: supplier });
  await map.getByText(supplier).click();
  await expect(page).toHaveURL(/node=/);
  await expect(facts.getByRole("listitem").filter({ hasText: "payables@example.com" })).toContainText("AP clerk");
  await expectAccessible(page, "the landscape");

  await test.step("a role is edited where it is read", async () => {
    await facts.getByRole("button", { name: "Role of payables@example.com: AP clerk. Change" }).click();
    await page.getByRole("textbox", { name: "Role of payables@example.com" }).fill("Clerk");
    await page.keyboard.press("Enter");
    await expect(facts.getByRole("button", { name: "Role of payables@example.com: Clerk. Change" })).toBeVisible();
  });
  await test.step("a suggested link is confirmed", async () => {
    await facts.getByRole("button", { name: "Confirm" }).click();
    await expect(facts.getByText("suggested")).toHaveCount(0);
  });
  await test.step("a label is made by typing it", async () => {
    await facts.getByRole("button", { name: "Add a label" }).click();
    await page.getByRole("combobox", { name: "Label" }).fill("audited");
    await page.getByRole("button", { name: "Add label" }).click();
    await expect(facts.getByText("audited")).toBeVisible();
  });
  await test.step("it opens with its map, and two presses open another, wherever the map has moved after the first", async () => {
    await facts.getByRole("link", { name: "Open process" }).click();
    await expect(page.getByRole("application", { name: `Map of ${supplier}` })).toBeVisible();
    await page.goBack();
    await facts.getByRole("button", { name: "Close", exact: true }).click();
    const travel = await map.getByText("Book travel").boundingBox();
    await page.mouse.move((travel?.x ?? 0) + 4, (travel?.y ?? 0) + 4);
    await page.mouse.down();
    await page.mouse.up();
    await expect(page.getByRole("complementary", { name: "Book travel" })).toBeVisible();
    await expect.poll(() => map.getByText("Book travel").boundingBox()).not.toEqual(travel);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(page.getByRole("heading", { level: 1, name: "Book travel" })).toBeVisible();
  });
  await test.step("one of Unsorted is placed where people are missing", async () => {
    await page.getByRole("tab", { name: "About" }).click();
    const about = page.getByRole("complementary", { name: "About this process" });
    await about.getByRole("button", { name: "Place" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Place" }).click();
    await expect(about.getByRole("button", { name: "Add a person" })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.locator("body")).not.toBeFocused();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Clarity" }).click();
    await map.getByText("Book travel").click();
    await expect(page.getByRole("complementary", { name: "Book travel" }).getByRole("button", { name: "Add a person" })).toBeVisible();
  });
  await test.step("a search leaves what matches", async () => {
    await page.getByRole("searchbox", { name: "Find a process or person" }).fill("payables");
    await expect(page.getByText("1 found")).toBeVisible();
    await expect(page.getByRole("tree").getByRole("treeitem")).toHaveCount(2);
  });
});

test("the tree does by keyboard what the map does, and is the landscape on a phone", async ({ page, signIn, ownService, ownTeam }) => {
  await plantLandscape(ownService, { teamId: ownTeam.teamId, userId: await meOf(ownTeam) });
  await signIn(page, "clarity", ownService);
  await page.setViewportSize({ width: 1440, height: 900 });
  const line = (name: string | RegExp) => page.getByRole("treeitem", { name });
  await line(/^Sales/).focus();
  await page.keyboard.press("ArrowDown");
  await expect(line(/^Purchasing/)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(line(/^Order supplies/)).toBeFocused();
  await page.keyboard.press("l");
  await expect(line(new RegExp(`^${supplier}`))).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: supplier })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: supplier })).toBeVisible();
  await page.goBack();
  await line(new RegExp(`^${supplier}`)).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(line(/^Finance/)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("complementary", { name: supplier })).toHaveCount(0);

  await page.setViewportSize({ width: 360, height: 740 });
  await expectFits(page, "the landscape");
  await expectAccessible(page, "the landscape on a phone");
  await line(/^Finance/).click();
  await line(new RegExp(`^${supplier}`)).click();
  const sheet = page.getByRole("dialog", { name: supplier });
  await expect(sheet.getByText("Process owner")).toBeVisible();
  await expectFits(page, "facts about a process");
  await sheet.getByRole("button", { name: "Close" }).first().click();
  await expect(sheet).toHaveCount(0);
});

test("the practice model organizes what has no place, and a version 1 process is upgraded after it was said what that means", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  await plantLandscape(ownService, { teamId: ownTeam.teamId, userId: await meOf(ownTeam) });
  const body = { name: "Count the stock again", version: 1, analysis: { steps: ["Count"] } };
  const { process } = await ownTeam.call(createClarityProcess, { params: { teamId: ownTeam.teamId }, body });
  await signIn(page, "clarity", ownService);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("status").getByRole("button", { name: "Organize" }).click();
  await expect(page.getByRole("treeitem", { name: /^Warehouse/ })).toContainText("9");
  await expect(notices(page)).toContainText("1 process placed, 2 left in Unsorted");
  await page.getByRole("status").getByRole("button", { name: "Organize" }).click();
  await expect(notices(page)).toContainText("The model found no area for 2 processes");
  await page.getByRole("tab", { name: /^Processes/ }).click();
  await page.getByRole("searchbox", { name: "Search processes" }).fill(process.name);
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByText("1 process", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: new RegExp(`^${process.name}`) }).click();
  await page.getByRole("button", { name: "Upgrade" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    /reset in place: its analysis is removed, and there is no capture to generate it again from/,
  );
  await page.getByRole("dialog").getByRole("button", { name: "Upgrade" }).click();
  await expect(page.getByText("No captures yet")).toBeVisible();
});

test("a process that is created within an area is placed in it", async ({ page, signIn, ownService, ownTeam }) => {
  await plantLandscape(ownService, { teamId: ownTeam.teamId, userId: await meOf(ownTeam) });
  await signIn(page, "clarity", ownService);
  await page.setViewportSize({ width: 1440, height: 900 });
  const warehouse = page.getByRole("treeitem", { name: /^Warehouse/ });
  await warehouse.click();
  await expect(page).toHaveURL(/node=/);
  await page.getByRole("button", { name: "New process" }).click();
  await expect(page.getByRole("combobox", { name: "Area" })).toHaveValue("Warehouse");
  await page.getByRole("textbox", { name: "Name" }).fill("Count the stock again");
  await expectAccessible(page, "a process for an area", "[role=dialog]");
  await page.getByRole("button", { name: "Create process" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Count the stock again" })).toBeVisible();
  // Back is where it was made, and not to the dialog that made it.
  await page.goBack();
  await expect(warehouse).toContainText("9");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // On a phone the area is a drawer, and what is made stands before it.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole("dialog", { name: "Warehouse" })).toBeVisible();
  await page.goto(`${page.url()}&add=process`);
  await page.getByRole("dialog", { name: "New process" }).getByRole("textbox", { name: "Name" }).fill("Order packaging");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog", { name: "Warehouse" })).toBeVisible();
});

test("a document is added to a process, read line by line, and deleted with what it supports named", async ({
  page,
  signIn,
  ownService,
  allow,
}) => {
  allow(/status of 400/);
  await signIn(page, "clarity/processes", ownService);
  await page.getByRole("button", { name: "New process" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill(supplier);
  await page.getByRole("button", { name: "Create process" }).click();
  await page.getByRole("button", { name: "Add document" }).click();
  const dialog = page.getByRole("dialog");
  const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await dialog.locator("input[type=file]").setInputFiles(file("empty.txt", " "));
  await expect(dialog.getByText("empty.txt was not added. This file has no text.")).toBeVisible();
  await expectAccessible(page, "a document that cannot be read");
  // Not sent, as the service would name only some of the kinds that are listed above.
  await dialog.locator("input[type=file]").setInputFiles(file("log.csv", "case,activity\n1,Pay\n"));
  await expect(dialog.getByText("log.csv was not added. Files of its kind cannot be read.")).toBeVisible();
  await dialog.locator("input[type=file]").setInputFiles(file("work.txt", "1. Clerk: check invoice in Ledger\n2. Clerk: pay"));
  await expect(page.getByRole("link", { name: "work.txt" })).toBeVisible();
  await page.getByRole("button", { name: "Add document" }).click();
  await dialog.locator("input[type=file]").setInputFiles(file("copy.txt", "1. Clerk: check invoice in Ledger\n2. Clerk: pay"));
  await expect(dialog.getByText("copy.txt was not added. It is the same as work.txt, which is here already.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "work.txt" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Line 2" })).toContainText("2. Clerk: pay");
  await expectAccessible(page, "a capture");
  await expectFits(page, "a capture");
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const saved = page.waitForEvent("download");
  await choose("Download");
  expect((await saved).suggestedFilename()).toBe("work.txt");
  await choose("Delete");
  await expect(dialog.getByText("No step of a live version cites it.")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete capture" }).click();
  await expect(page.getByText("No captures yet")).toBeVisible();
});

test("a capture of 20,000 passages opens at any of them and loads only what is in sight", async ({ page, signIn, ownService, ownTeam }) => {
  const { process } = await ownTeam.call(createClarityProcess, { params: { teamId: ownTeam.teamId }, body: { name: supplier } });
  const lines = Array.from({ length: 20_000 }, (_, at) => `Clerk: post entry ${at + 1}`);
  const capture = await captureFile(ownTeam, process.id, "ledger.txt", lines.join("\n"));
  const read: string[] = [];
  page.on("response", (answer) => void (/\/evidence\?/.test(answer.url()) && read.push(answer.url())));
  await signIn(page, `clarity/processes/${process.id}/captures/${capture}?at=15000`, ownService);
  const passages = page.getByRole("group", { name: "Evidence" }).getByRole("listitem");
  await expect(page.locator("[aria-current=location]")).toContainText("post entry 15001");
  expect(await passages.count()).toBeLessThan(60);
  await page.getByRole("group", { name: "Evidence" }).focus();
  await page.keyboard.press("End");
  await expect(passages.last()).toContainText("post entry 20000");
  await page.getByRole("link", { name: "Line 19995", exact: true }).click();
  await expect(page.locator("[aria-current=location]")).toContainText("post entry 19995");
  await expect(passages.last()).toContainText("post entry 20000");
  await page.getByRole("group", { name: "Evidence" }).focus();
  await page.keyboard.press("Home");
  await expect(passages.first()).toContainText("post entry 1");
  await expect(page.getByText("20,000 passages")).toBeVisible();
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.getByRole("textbox", { name: "Find in this capture" }).fill("ENTRY 1777");
  const search = page.getByRole("search", { name: "Find in this capture" });
  await expect(search.getByText("1 of 11")).toBeVisible();
  await expect(page.locator("[aria-current=location]")).toContainText("post entry 1777");
  await page.keyboard.press("Enter");
  await expect(search.getByText("2 of 11")).toBeVisible();
  await expect(page.locator("[aria-current=location]")).toContainText("post entry 17770");
  await page.keyboard.press("Escape");
  await expect(search).toHaveCount(0);
  // The first page says how many there are; the others are those of the places.
  expect(new Set(read).size).toBeLessThan(14);
  await expectAccessible(page, "a long capture");
});
