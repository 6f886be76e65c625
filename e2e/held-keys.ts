import { allEndpoints } from "#contract/index.ts";
import type { Page, Request } from "@playwright/test";
import { expect } from "./expect.ts";

const letters = "abcdefghijklmnopqrstuvwxyz0123456789/.?+- ";
const named = ["Enter", "Space", "ArrowDown", "Delete", "Control+Enter", "Shift+Enter", "Control+k", "Shift+Tab", "Alt+ArrowRight"];

/**
 * Holds the answers to requests back until they are let go: an overlay that was asked for is on its way as long as a test wants. `patterns` are
 * addresses with `*`. A route of Playwright would let every request of the page through itself, and switch the browser's cache off.
 */
export async function holdBack(page: Page, ...patterns: string[]) {
  const browser = await page.context().newCDPSession(page);
  const waiting: string[] = [];
  let held = true;
  // The page may have left the place that asked, and its request with it.
  const go = (requestId: string) => browser.send("Fetch.continueRequest", { requestId }).catch(() => undefined);
  browser.on("Fetch.requestPaused", ({ requestId }) => (held ? void waiting.push(requestId) : go(requestId)));
  await browser.send("Fetch.enable", { patterns: patterns.map((urlPattern) => ({ urlPattern })) });
  return {
    /** Also what the page has already: a page that follows on it would take that from its memory. */
    again: async () => {
      held = true;
      for (const cacheDisabled of [true, false]) await browser.send("Network.setCacheDisabled", { cacheDisabled });
    },
    letGo: async () => {
      held = false;
      await Promise.all(waiting.splice(0).map(go));
    },
  };
}

export type Held = Awaited<ReturnType<typeof holdBack>>;

/** Addresses of what only asks, with more than an address holds: searches and trials. That somebody is there is told with the first key. */
const onlyAsks = new RegExp(
  `^[^/]+//[^/]+(${allEndpoints.flatMap(({ name, readOnly, path }) => (readOnly || name === "recordVisit" ? [path.replaceAll(/\{[^}]*\}/g, "[^/]+")] : [])).join("|")})$`,
);

/** What pages ask the service to change. */
export function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on("request", (request: Request) => {
    if (/\/v2\//.test(request.url()) && request.method() !== "GET" && !onlyAsks.test(request.url()))
      writes.push(`${request.method()} ${request.url()}`);
  });
  return writes;
}

/** Expects that no key of a place reaches it once an overlay was asked for, while the overlay's code is held back since the place was opened. */
export async function expectKeysHeld(page: Page, chunks: Held, writes: readonly string[]): Promise<void> {
  const [address, dialogs] = [page.url(), await page.getByRole("dialog").count()];
  const before = writes.length;

  await page.keyboard.press("Control+k");
  for (const key of named) await page.keyboard.press(key);
  await page.keyboard.type(letters);
  expect(await page.getByRole("dialog").count()).toBe(dialogs);
  expect(page.url()).toBe(address);
  await chunks.letGo();
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(palette.getByRole("combobox")).toHaveValue(` ${letters}`);
  await palette.getByRole("combobox").press("Escape");
  await expect(palette).toBeHidden();

  // Every key that the place binds was among them.
  if (dialogs === 0) {
    await askForShortcuts(page);
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(list).toBeVisible();
    const bound = await list.locator("kbd").allTextContents();
    const pressed = new Set([...letters.toUpperCase(), ...named.flatMap((key) => key.split("+")).map((key) => key.toUpperCase())]);
    const unknown = bound.filter((key) => !pressed.has(key.toUpperCase()) && !/^(Ctrl|⌘|Shift|⇧|Esc|Enter|↵|S|then)$/i.test(key));
    expect(unknown).toEqual([]);
    await list.press("Escape");
    await expect(list).toBeHidden();
  }
  expect(page.url()).toBe(address);
  expect(writes.slice(before)).toEqual([]);
}

/** By their key, or by the menu while a field takes what is typed. */
async function askForShortcuts(page: Page): Promise<void> {
  if ((await page.locator(":is(input, textarea, select, [contenteditable=true]):focus").count()) === 0) return page.keyboard.press("?");
  await page.getByRole("button", { name: "account menu" }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
}
