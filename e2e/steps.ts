import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { expect } from "./expect.ts";

/** Presses Tab until that element has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let press = 0; press < 80; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${String(target)}`);
}

interface ChosenFile {
  readonly name: string;
  readonly text: string | Buffer;
  readonly type?: string;
}

/** Chooses files in the browser's own dialog, which `open` brings up. */
export async function chooseFiles(page: Page, open: () => Promise<void>, files: ChosenFile[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), open()]);
  const given = files.map(({ name, text, type = "text/plain" }) => ({
    name,
    mimeType: type,
    buffer: typeof text === "string" ? Buffer.from(text) : text,
  }));
  await chooser.setFiles(given);
}

/** Writes other text into a code editor: one that just got the focus puts its own selection back, so `fill` may insert instead of replace. */
export async function rewrite(editor: Locator, text: string): Promise<void> {
  await editor.press("ControlOrMeta+a");
  await editor.page().keyboard.insertText(text);
}

/** The text of what a click makes the browser keep. */
export async function downloadedText(page: Page, start: () => Promise<void>): Promise<string> {
  const download = await downloaded(page, start);
  return readFile(await download.path(), "utf8");
}

export async function downloaded(page: Page, start: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent("download"), start()]);
  return download;
}

/** What a run's page says about its state, beside its facts. */
export function stateOf(page: Page): Locator {
  return page.getByRole("complementary", { name: "About this run" }).getByRole("definition").first();
}

export function notices(page: Page): Locator {
  return page.getByRole("region", { name: "Notices" });
}

/** After a decision the keyboard goes on from somewhere: a heading, a control, never the page as such. */
export async function expectFocusOnSomething(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
}

/**
 * Goes to a page of the organization by the keyboard alone, and is there: the settings it comes from have sections of the
 * same names, so only the heading of the page itself says so.
 */
export async function openFromOrganization(page: Page, link: string, title: string): Promise<void> {
  await page.getByRole("button", { name: /account menu/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Organization settings" }).press("Enter");
  await tabTo(page, page.getByRole("link", { name: link }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}
