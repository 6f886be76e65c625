import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";

/** Stops the time of a page, a minute on: what follows moves it. The page's clock has to be installed before it is opened. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
}

/**
 * Does `steps` while the time of a page goes on by a hundredth of a second each time that the page has answered, at half of real time at most:
 * on a slow machine as many steps fit into a countdown as on a fast one, also where a step looks again only every second. The page's clock has to
 * be installed before it is opened.
 */
export async function paced(page: Page, steps: () => Promise<void>): Promise<void> {
  await stopTime(page);
  let over = false;
  const going = (async () => {
    while (!over) await Promise.all([page.clock.runFor(10), wait(20)]);
  })();
  try {
    await steps();
  } finally {
    over = true;
    await going;
    await page.clock.resume();
  }
}
