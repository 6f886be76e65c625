import { expect, type BrowserContext, type Page } from "@playwright/test";

interface Shift {
  readonly at: number;
  readonly value: number;
  readonly moved: readonly string[];
}
declare global {
  interface Window {
    shifts?: Shift[];
  }
}

/** Notes in every page of a context what moves without anybody's hand: layout shifts outside of half a second after an input. Before the first page. */
export async function noteShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: Shift[] = [];
    window.shifts = shifts;
    const nameOf = (node: Node | null | undefined) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element ? `${element.tagName.toLowerCase()} “${(element.textContent ?? "").slice(0, 60)}”` : "something that is gone";
    };
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
          return `${nameOf(node)} from ${Math.round(from.x)},${Math.round(from.y)} to ${Math.round(to.x)},${Math.round(to.y)}`;
        });
        shifts.push({ at: entry.startTime, value: entry.value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What moved on a page since it was opened, or since `mark`. */
export async function shiftsOf(page: Page, mark = 0): Promise<string[]> {
  // What is on its way is drawn first.
  const shifts = await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return window.shifts ?? [];
  });
  return shifts.filter(({ at }) => at > mark).flatMap(({ value, moved }) => moved.map((what) => `${value.toFixed(4)}: ${what}`));
}

/** Holds that nothing moves on a page while `live` happens elsewhere, until `seen`. */
export async function expectStill(page: Page, live: () => Promise<void>, seen: () => Promise<void>): Promise<void> {
  const mark = await page.evaluate(() => performance.now());
  await live();
  await seen();
  expect.soft(await shiftsOf(page, mark)).toEqual([]);
}
