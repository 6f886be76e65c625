import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "./expect.ts";

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
  await context.addInitScript(noteRows);
}

/** What the browser takes for no shift: rows that are placed by a transform. One that its scroller carries along is none to a reader either. */
function noteRows(): void {
  const slack = 3;
  let lastInput = Number.NEGATIVE_INFINITY;
  for (const type of ["keydown", "pointerdown", "wheel"]) addEventListener(type, () => (lastInput = performance.now()), true);
  let before = new Map<Element, { readonly top: number; readonly scrolled: number }>();
  const look = () => {
    const now: typeof before = new Map();
    for (const row of document.querySelectorAll("[data-windowed] > [data-index]")) {
      const scroller = row.closest(".overflow-y-auto");
      if (!scroller) continue;
      const [{ top, bottom, height }, frame] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()];
      if (height === 0 || bottom <= frame.top || top >= frame.bottom) continue;
      now.set(row, { top, scrolled: scroller.scrollTop });
      const old = before.get(row);
      if (!old || performance.now() - lastInput < 500) continue;
      const moved = top - old.top;
      if (Math.abs(moved) <= slack || Math.abs(moved + scroller.scrollTop - old.scrolled) <= slack) continue;
      const carriedBy = Math.round(scroller.scrollTop - old.scrolled);
      const what = `row “${(row.textContent ?? "").slice(0, 60)}” from ${Math.round(old.top)} to ${Math.round(top)}, scrolled by ${carriedBy}`;
      window.shifts?.push({ at: performance.now(), value: Math.abs(moved) / innerHeight, moved: [what] });
    }
    before = now;
  };
  // As it is drawn: behind the observers of the page, which correct what the frame began with. The deepest element is in no other's way.
  addEventListener("DOMContentLoaded", () => {
    let probe = document.documentElement;
    for (let depth = 0; depth < 60; depth++) probe = probe.appendChild(document.createElement("div"));
    Object.assign((document.documentElement.lastElementChild as HTMLElement).style, { position: "fixed", visibility: "hidden" });
    Object.assign(probe.style, { width: "1px", height: "1px" });
    let observer: ResizeObserver | undefined;
    const frame = () => {
      observer?.disconnect();
      observer = new ResizeObserver(look);
      observer.observe(probe);
      requestAnimationFrame(frame);
    };
    frame();
  });
}

/** Waits until what is on its way to a page is drawn. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** What moved on a page since it was opened, or since `mark`. */
export async function shiftsOf(page: Page, mark = 0): Promise<string[]> {
  await drawn(page);
  const shifts = await page.evaluate(() => window.shifts ?? []);
  return shifts.filter(({ at }) => at > mark).flatMap(({ value, moved }) => moved.map((what) => `${value.toFixed(4)}: ${what}`));
}

/** Holds that nothing moves on a page while `live` happens elsewhere, until `seen`. */
export async function expectStill(page: Page, live: () => Promise<void>, seen: () => Promise<void>): Promise<void> {
  const mark = await page.evaluate(() => performance.now());
  await live();
  await seen();
  expect.soft(await shiftsOf(page, mark)).toEqual([]);
}
