import { chromium, type Browser } from "@playwright/test";
import { chromiumPath } from "../chromium.ts";
import type { Report } from "./report.ts";
import { key, type MeasuredService } from "./service.ts";

/** What the console costs a browser with an empty cache: bytes and requests of the sign-in page, and the time until stored runs are visible. */
export async function measureConsole(report: Report, { origin }: MeasuredService, teamId: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  try {
    const { kib, requests, ms } = await open(browser, { url: `${origin}/sign-in`, shown: "input[type=password]" });
    report.add({
      name: "sign-in page",
      figures: `${kib.toFixed(0)} KiB, ${requests} requests, visible after ${ms.toFixed(0)} ms`,
      target: "< 250 KiB, <= 12 requests",
      met: kib < 250 && requests <= 12,
    });
    for (const [throttle, target] of [
      [1, 600],
      [4, 1800],
    ] as const) {
      const times: number[] = [];
      while (times.length < 5)
        times.push((await open(browser, { url: `${origin}/t/${teamId}/runs`, shown: "main a[href*='/runs/']", throttle, key })).ms);
      const median = times.toSorted((a, b) => a - b)[2] ?? Number.NaN;
      report.add({
        name: `runs list visible${throttle === 1 ? "" : `, CPU ${throttle}x slower`}`,
        figures: `${median.toFixed(0)} ms`,
        target: `<= ${target} ms`,
        met: median <= target,
      });
    }
  } finally {
    await browser.close();
  }
}

interface Opening {
  readonly url: string;
  /** What has to be visible. */
  readonly shown: string;
  readonly throttle?: number;
  readonly key?: string;
}

async function open(
  browser: Browser,
  { url, shown, throttle = 1, key: credential }: Opening,
): Promise<{ kib: number; requests: number; ms: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (credential) await context.addInitScript((k) => sessionStorage.setItem("caseload.key", k), credential);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: throttle });
  let bytes = 0;
  let requests = 0;
  cdp.on("Network.requestWillBeSent", () => void requests++);
  cdp.on("Network.loadingFinished", (event) => void (bytes += event.encodedDataLength));
  await page.addInitScript(noteWhenShown, shown);
  await page.goto(url, { waitUntil: "commit" });
  const ms = Number(await page.locator("html[data-shown-after]").getAttribute("data-shown-after"));
  // Behind sign-in a live stream stays open: the network is never idle there.
  if (!credential) await page.waitForLoadState("networkidle");
  await context.close();
  return { kib: bytes / 1024, requests, ms };
}

/** Notes in the page after how many milliseconds of its life something stood on the screen: to ask from outside is to wait for the next time one asks. */
function noteWhenShown(selector: string): void {
  const look = () =>
    requestAnimationFrame(() => {
      if (document.querySelector(selector)?.getClientRects().length) {
        // The frame that it was found in is drawn once the next one begins.
        requestAnimationFrame(() => (document.documentElement.dataset.shownAfter = String(performance.now())));
      } else look();
    });
  look();
}
