import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import type { Outbound } from "#server/platform/outbound.ts";
import { ToolError } from "#server/engine/tools/tool.ts";
import type { BrowserSession, PageView } from "./browser.ts";
import { createMask } from "./mask.ts";
import { typeLogin } from "./sign-in.ts";

const openMs = 20_000;
const actMs = 10_000;
/** How long a click may take to begin to lead somewhere. */
const leadMs = 1_500;
const maxShown = 20_000;
/** What Chromium makes of the proxy's refusal. */
const refusedByProxy = /ERR_(TUNNEL_CONNECTION_FAILED|EMPTY_RESPONSE)/;

/** A run's own cookies and pages in a browser that runs share. The newest page is the one that is worked on. */
export async function createSession(browser: Browser, outbound: Outbound): Promise<BrowserSession & { close(): Promise<void> }> {
  const context: BrowserContext = await browser.newContext({ acceptDownloads: false, serviceWorkers: "block", locale: "en-US" });
  context.setDefaultTimeout(actMs);
  context.setDefaultNavigationTimeout(openMs);
  const mask = createMask();
  let page: Page | undefined;
  context.on("page", (opened) => {
    const before = page;
    page = opened;
    opened.on("close", () => {
      if (page === opened) page = context.pages().at(-1);
    });
    // Two are enough to come back from a window that a page has opened.
    for (const old of context.pages()) if (old !== opened && old !== before) void old.close().catch(() => undefined);
  });

  function current(): Page {
    if (!page || page.isClosed()) throw new ToolError("No page is open. Open one first.");
    return page;
  }

  async function view(offset = 0): Promise<PageView> {
    const shown = current();
    await shown.waitForLoadState("domcontentloaded").catch(() => undefined);
    const content = mask.snapshot(await shown.ariaSnapshot({ mode: "ai" }));
    const end = offset + maxShown;
    return {
      url: mask.text(shown.url()),
      title: mask.text(await shown.title()),
      content: content.slice(offset, end),
      ...(end < content.length && { next_offset: end }),
    };
  }

  /** What goes wrong in a page is for the model to read. The first line says it; further ones repeat what was typed. */
  async function told<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof ToolError) throw error;
      const words = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
      if (refusedByProxy.test(words)) throw new ToolError("Something at this address does not answer, or is not public.");
      throw new ToolError(mask.text(`The browser could not do that: ${words}`).slice(0, 500));
    }
  }

  /** Acts, then waits for where it leads, when it leads somewhere at once. */
  async function leading(act: (on: Page) => Promise<void>): Promise<PageView> {
    const on = current();
    const moved = new Promise<unknown>((lead) => on.once("framenavigated", lead));
    await act(on);
    // From the click on, which may itself have waited for its element.
    await Promise.race([moved, sleep(leadMs, undefined, { ref: false })]);
    return view();
  }

  const session: BrowserSession & { close(): Promise<void> } = {
    open: (url) =>
      told(async () => {
        const reason = outbound.refusal(url);
        if (reason) throw new ToolError(reason);
        const on = page && !page.isClosed() ? page : await context.newPage();
        await on.goto(url, { waitUntil: "domcontentloaded" });
        return view();
      }),
    read: (offset) => told(() => view(offset)),
    click: (ref) => told(() => leading(async (on) => (await element(on, ref)).click())),
    fill: (ref, text) =>
      told(async () => {
        await (await element(current(), ref)).fill(text);
        return view();
      }),
    host: () => hostOf(current().url(), outbound),
    signIn: (login) =>
      told(async () => {
        const typed = await typeLogin(current(), { ...login, mayType: (url) => hostOf(url, outbound) === login.domain, hide: mask.hide });
        return { ...(await view()), typed };
      }),
    close: () => context.close(),
  };
  return session;
}

async function element(page: Page, ref: string): Promise<Locator> {
  const found = page.getByRef(ref);
  if ((await found.count()) === 0) throw new ToolError(`The page as it is now has no element ${ref}. Read it again.`);
  return found;
}

/** Passwords are typed on encrypted pages only, or where the operator has exempted the address. Throws ToolError. */
function hostOf(url: string, outbound: Outbound): string {
  const { protocol, host } = new URL(url);
  if (protocol !== "https:" && !(protocol === "http:" && outbound.exempts(url)))
    throw new ToolError("This page is not encrypted (https), so nothing secret is typed on it.");
  return host;
}
