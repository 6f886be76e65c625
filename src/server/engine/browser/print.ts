import type { Browser } from "playwright-core";
import type { Config } from "#server/platform/config.ts";
import { chromiumPath } from "./chromium.ts";
import { prepareLaunch } from "./account.ts";

/** Nothing is printed here: there is no Chromium, or it does not start. */
export class NoChromium extends Error {}

/** A browser that prints nothing for so long is closed. */
const idleMs = 60_000;
/** As many pages at once; others wait. */
const mostAtOnce = 2;

interface Running {
  readonly browser: Browser;
  close(): Promise<void>;
}

let started: Promise<Running> | undefined;
let idle: NodeJS.Timeout | undefined;
let printing = 0;
const waiting: (() => void)[] = [];

/**
 * A document of ours as PDF: A4, tagged, with its text as text. Chromium runs no script of it and reaches nothing, and it is not the browser in which
 * agents work.
 */
export async function printed(config: Config, html: string): Promise<Buffer> {
  const path = await chromiumPath(config);
  if (path === undefined) throw new NoChromium("Chromium is not installed.");
  if (printing >= mostAtOnce) await new Promise<void>((free) => waiting.push(free));
  else printing++;
  clearTimeout(idle);
  try {
    const { browser } = await running(path);
    return await print(browser, html);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else if (--printing === 0) idle = setTimeout(() => void closePrinter(), idleMs).unref();
  }
}

async function print(browser: Browser, html: string): Promise<Buffer> {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true, serviceWorkers: "block", acceptDownloads: false });
  try {
    const page = await context.newPage();
    await page.setContent(html);
    return await page.pdf({ format: "A4", printBackground: true, tagged: true, preferCSSPageSize: true });
  } finally {
    await context.close().catch(() => undefined);
  }
}

/** Ends the browser, if one runs. */
export async function closePrinter(): Promise<void> {
  clearTimeout(idle);
  const was = started;
  started = undefined;
  await was?.then((one) => one.close()).catch(() => undefined);
}

function running(path: string): Promise<Running> {
  const mine = (started ??= launch(path).then((one) => {
    one.browser.on("disconnected", () => {
      if (started === mine) started = undefined;
      void one.close();
    });
    return one;
  }));
  mine.catch(() => started === mine && (started = undefined));
  return mine;
}

async function launch(path: string): Promise<Running> {
  const { chromium } = await import("playwright-core");
  const { executablePath, env, removeHome } = await prepareLaunch(path);
  const browser = await chromium
    .launch({
      executablePath,
      chromiumSandbox: true,
      args: ["--host-resolver-rules=MAP * ~NOTFOUND"],
      env,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    .catch(async (error: unknown) => {
      await removeHome();
      throw new NoChromium(error instanceof Error ? (error.message.split("\n")[0] ?? "") : "");
    });
  const close = async () => {
    await browser.close().catch(() => undefined);
    await removeHome();
  };
  return { browser, close };
}
