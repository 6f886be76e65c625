import type { Page } from "@playwright/test";
import { expect } from "./expect.ts";

/** Expects the console to fill its window and nothing more, with everything that scrolls at its end and the reader at the last change. */
export async function expectInPlace(page: Page, what: string): Promise<void> {
  await walkChanges(page, what);
  expect.soft(await scrolledPast(page), `${what} stays in place`).toEqual([]);
}

/** Expects the keyboard to be somewhere: Tab would begin at the top of the page otherwise. */
export async function expectFocusKept(page: Page, what: string): Promise<void> {
  await expect.soft(page.locator("body:focus"), `${what} keeps the focus`).toHaveCount(0);
}

/** What stands elsewhere than in the window once everything is scrolled as far as it goes. */
export function scrolledPast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.scrollingElement ?? document.documentElement;
    for (const each of document.querySelectorAll("main *, main, aside *")) each.scrollTop = each.scrollHeight;
    root.scrollTop = root.scrollHeight;
    const wrong = root.scrollHeight === innerHeight ? [] : [`the document is ${root.scrollHeight} px high, its window ${innerHeight}`];
    if (root.scrollTop !== 0) wrong.push(`the document is scrolled by ${root.scrollTop} px`);
    return wrong;
  });
}

const changes = '[role=group][aria-label="All changes"]';

/**
 * Walks through a comparison, where the page has one: each step ends at one mark that can be seen. Returns how many changes it has. Until every
 * part is counted the bar says in which part one is, and at least how many changes there are.
 */
export async function walkChanges(page: Page, what: string): Promise<number> {
  const place = page.getByRole("group", { name: "Changes", exact: true }).getByRole("status");
  if ((await place.count()) === 0) return 0;
  const read = async () => {
    const text = ((await place.textContent()) ?? "").replaceAll(",", "");
    const [, at = 0, of = 0] = (/(\d+) of (\d+)/.exec(text) ?? []).map(Number);
    return { at, of, counted: !text.startsWith("Part") };
  };
  for (let { at, of, counted } = { at: 0, of: 1, counted: false }; at < of || !counted;) {
    await page.keyboard.press("n");
    await expect.poll(() => markOf(page), { message: `${what}, after change ${at}` }).toBe("one in sight with the focus in it");
    const now = await read();
    if (now.counted && counted) expect(now.at, `${what}, after change ${at}`).toBeGreaterThan(at);
    else expect(now.at, `${what}, after part ${at}`).toBeGreaterThanOrEqual(at);
    ({ at, of, counted } = now);
  }
  return (await read()).of;
}

function markOf(page: Page): Promise<string> {
  return page.evaluate((group) => {
    const scroller = document.querySelector(group);
    const marked = [...(scroller?.querySelectorAll("[aria-current=true]") ?? [])];
    const [mark] = marked;
    if (!scroller || !mark || marked.length > 1) return `${marked.length} marks`;
    const { outlineStyle, outlineWidth } = getComputedStyle(mark);
    if (outlineStyle !== "solid" || parseFloat(outlineWidth) < 2) return `no line around it: ${outlineStyle} ${outlineWidth}`;
    if (!mark.contains(document.activeElement)) return `the focus is elsewhere: ${document.activeElement?.outerHTML.slice(0, 80)}`;
    const box = mark.getBoundingClientRect();
    // The decision may lie over the end of it.
    const line = { x: box.left + Math.min(box.width, 200) / 2, y: Math.max(box.top, 0) + Math.min(box.height, 16) / 2 };
    const there = document.elementFromPoint(line.x, line.y);
    return mark.contains(there) ? "one in sight with the focus in it" : `out of sight at ${Math.round(box.top)}`;
  }, changes);
}
