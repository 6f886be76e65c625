import type { Locator, Page } from "@playwright/test";
import { expect } from "./expect.ts";

/** Walks the table of a page by its keys: down, up, selects where it can, and opens the first row. */
export async function expectTableKeys(page: Page): Promise<void> {
  const table = page.locator("#content table:has([data-row])");
  await expect(table).toHaveCount(1);
  const row = (at: number) => table.locator(`[data-row="${at}"]`);
  const link = (at: number) => row(at).locator("a[href]").first();
  await expect(row(1), "a list to walk has two rows").toBeVisible();
  await page.keyboard.press("j");
  await expect(link(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(link(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(link(0)).toBeFocused();
  const selects = (await row(0).getByRole("checkbox").count()) > 0;
  await expectListed(page, ["Next row", "Previous row", "Open", ...(selects ? ["Select", "Clear selection"] : [])]);
  await expect(link(0)).toBeFocused();
  if (selects) {
    await page.keyboard.press("x");
    await expect(row(0)).toHaveAttribute("aria-selected", "true");
    await expect(row(1)).toHaveAttribute("aria-selected", "false");
    await page.keyboard.press("Escape");
    await expect(row(0)).toHaveAttribute("aria-selected", "false");
  }
  await expectOpens(page, link(0));
}

/** Walks what waits for somebody: beside its list, and in the list alone where there is no room for both. */
export async function expectInboxKeys(page: Page): Promise<void> {
  const rows = page.locator("#content [data-inbox-row]");
  await expect(rows.nth(0)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("j");
  await expect(rows.nth(1)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("k");
  await expect(rows.nth(0)).toHaveAttribute("aria-current", "true");
  await expectListed(page, ["Next request", "Previous request"]);
}

/** As `expectInboxKeys`, on a screen that shows the list alone. */
export async function expectNarrowInboxKeys(page: Page): Promise<void> {
  const rows = page.locator("#content [data-inbox-row]");
  await page.keyboard.press("j");
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(rows.nth(0)).toBeFocused();
  await expectOpens(page, rows.nth(0));
}

/** What `?` says of the page's keys. */
async function expectListed(page: Page, labels: readonly string[]): Promise<void> {
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const label of labels) await expect(dialog.locator("dt").getByText(label, { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}

async function expectOpens(page: Page, link: Locator): Promise<void> {
  const href = (await link.getAttribute("href")) ?? "";
  expect(page.url().endsWith(href), "a row leads to another page").toBe(false);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url().endsWith(href), { message: `Enter opens ${href}` }).toBe(true);
}
