import type { Page } from "@playwright/test";
import { expect } from "./expect.ts";
import { drawn } from "./shifts.ts";

/** Between a phone and a desktop: half of a screen, or twice the size of the text; and the least that has the sidebar beside the page. */
const between = [720, 900];

/** As `expectFits`, in windows of middling width. The window is as it was afterwards. */
export async function expectFitsBetween(page: Page, what: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const width of between) {
    await page.setViewportSize({ width, height: 900 });
    await expectFits(page, what);
  }
  await page.setViewportSize(before);
}

/** Expects that all of a place can be seen and pressed in its window. */
export async function expectFits(page: Page, what: string): Promise<void> {
  await drawn(page);
  expect.soft(await page.evaluate(doesNotFit), `${what}, ${page.viewportSize()?.width} px wide`).toEqual([]);
}

async function doesNotFit(): Promise<string[]> {
  // A drawer slides in, for a frame at least. What turns for ever or with a scroller comes to no end.
  const arriving = () =>
    document.getAnimations().filter(({ effect, playState, timeline }) => {
      return playState === "running" && timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity;
    });
  while (arriving().length > 0) await Promise.allSettled(arriving().map(({ finished }) => finished));
  const root = document.documentElement;
  const wrong = root.scrollWidth > innerWidth ? [`the document is ${root.scrollWidth} px wide`] : [];
  for (const dialog of document.querySelectorAll("[role=dialog]")) {
    const { top, bottom } = dialog.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) wrong.push(`a dialog reaches from ${top} to ${bottom} in a window of ${innerHeight}`);
  }
  // A desktop has the whole row of states in sight, also once a queue has very many cases.
  const counts = [...document.querySelectorAll<HTMLElement>("[role=tab] [data-count]")];
  const rooms = counts.map(({ style }) => style.minInlineSize);
  for (const { style } of counts) style.minInlineSize = "4ch";
  for (const row of innerWidth >= 1440 ? document.querySelectorAll("[role=tablist]") : [])
    if (row.scrollWidth > row.clientWidth) wrong.push(`tabs “${row.ariaLabel}” take ${row.scrollWidth} px of ${row.clientWidth}`);
  counts.forEach(({ style }, at) => (style.minInlineSize = rooms[at] ?? ""));
  const nameOf = (each: Element) => `${each.tagName.toLowerCase()} “${(each.ariaLabel ?? each.textContent ?? "").slice(0, 40)}”`;
  const isScrolled = (each: Element | null): boolean => each !== null && (each.scrollTop > 0 || isScrolled(each.parentElement));
  const scope = document.querySelector("[role=dialog]") ?? document.querySelector("#content") ?? root;
  for (const each of scope.querySelectorAll("h1, button, a[href], input, select, textarea")) {
    if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || each.matches(":disabled, .sr-only, .sr-only *"))
      continue;
    const box = each.getBoundingClientRect();
    if (each.tagName === "H1" && box.width < 60 && each.scrollWidth > each.clientWidth)
      wrong.push(`${nameOf(each)} is ${box.width} px wide`);
    if (box.width < 4 || box.height < 4) continue;
    // Only what its scrollers show of it can be pressed.
    let clip = { top: 0, left: 0, right: innerWidth, bottom: innerHeight };
    let sideways = false;
    for (let above = each.parentElement; above; above = above.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(above);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const frame = above.getBoundingClientRect();
      clip = {
        top: Math.max(clip.top, frame.top),
        left: Math.max(clip.left, frame.left),
        right: Math.min(clip.right, frame.right),
        bottom: Math.min(clip.bottom, frame.bottom),
      };
      sideways ||= overflowX !== "visible" && above.scrollWidth > above.clientWidth;
    }
    const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    if (!sideways && (box.left < -1 || box.right > innerWidth + 1))
      wrong.push(`${nameOf(each)} leaves the window: ${box.left} to ${box.right}`);
    if (middle.x < clip.left || middle.x > clip.right || middle.y < clip.top || middle.y > clip.bottom) continue;
    const there = document.elementFromPoint(middle.x, middle.y);
    // A row that was scrolled under the head of its table comes out again.
    if (there?.closest("thead") && there.closest("table") === each.closest("table") && isScrolled(each)) continue;
    const label = each instanceof HTMLInputElement ? each.labels?.[0] : undefined;
    if (there && !each.contains(there) && !there.contains(each) && !label?.contains(there))
      wrong.push(`${nameOf(each)} is covered by ${nameOf(there)}`);
  }
  return wrong;
}
