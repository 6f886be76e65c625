import type { Page } from "@playwright/test";
import { expect } from "./expect.ts";

const triggers = "[aria-haspopup]:not([aria-haspopup=false]), [role=combobox]";

/** Opens the lists of a place, of those that each row has the last one, and expects that nothing leaves its place: not while a list is open, and not after. */
export async function expectListsInPlace(page: Page, what: string): Promise<void> {
  const within = (await page.getByRole("dialog").count()) > 0 ? "[role=dialog]" : "#content";
  const names = await page.evaluate(markLists, { within, triggers });
  for (const [at, name] of names.entries()) {
    const list = `${what}, ${name}`;
    const trigger = page.locator(`[data-opens="${at}"]`);
    await trigger.click();
    if ((await trigger.getAttribute("aria-expanded")) !== "true") await trigger.press("ArrowDown");
    await expect.soft(trigger, `${list} opens`).toHaveAttribute("aria-expanded", "true");
    expect.soft(await outOfPlace(page), `${list}, open`).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.soft(trigger, `${list} closes`).not.toHaveAttribute("aria-expanded", "true");
    await expect.soft(trigger, `${list} gives the focus back`).toBeFocused();
    expect.soft(await outOfPlace(page), `${list}, closed`).toEqual([]);
  }
  await expectTabsInPlace(page, what, within);
}

/** Goes to the next tab of a place by keyboard. Some of them lead to a page of their own, which takes the focus. */
async function expectTabsInPlace(page: Page, what: string, within: string): Promise<void> {
  const chosen = page.locator(`${within} [role=tablist]:visible`).last().locator("[role=tab][aria-selected=true]");
  if ((await chosen.count()) === 0) return;
  await chosen.focus();
  await page.keyboard.press("ArrowRight");
  await expect.soft.poll(() => outOfPlace(page), { message: `${what}, next tab` }).toEqual([]);
}

/** What is elsewhere than it should be: the document, the focus, or what lies over the page. Nothing is scrolled for it. */
function outOfPlace(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.scrollingElement ?? document.documentElement;
    const wrong: string[] = [];
    if (root.scrollHeight !== innerHeight) wrong.push(`the document is ${root.scrollHeight} px high, its window ${innerHeight}`);
    if (root.scrollWidth > innerWidth) wrong.push(`the document is ${root.scrollWidth} px wide, its window ${innerWidth}`);
    if (root.scrollTop !== 0) wrong.push(`the document is scrolled by ${root.scrollTop} px`);
    if (document.activeElement === null || document.activeElement === document.body) wrong.push("the focus is nowhere");
    for (const over of document.querySelectorAll("[role=menu], [role=listbox], [data-radix-popper-content-wrapper]")) {
      const { top, left, right, bottom, height } = over.getBoundingClientRect();
      if (height > 0 && (top < 0 || left < 0 || right > innerWidth || bottom > innerHeight))
        wrong.push(`${over.role} from ${Math.round(left)},${Math.round(top)} to ${Math.round(right)},${Math.round(bottom)}`);
    }
    return wrong;
  });
}

/** Numbers what opens a list, in the page itself, and says what each is called. */
function markLists({ within, triggers: what }: { within: string; triggers: string }): string[] {
  for (const marked of document.querySelectorAll("[data-opens]")) marked.removeAttribute("data-opens");
  const found = new Map<unknown, Element>();
  for (const each of document.querySelectorAll(`${within} :is(${what})`)) {
    if (!each.checkVisibility({ visibilityProperty: true }) || each.matches(":disabled, [aria-disabled=true]")) continue;
    const row = each.closest("tr, li, article");
    found.set(row ? `${row.parentElement?.closest("[aria-label]")?.ariaLabel} ${each.ariaHasPopup}` : each, each);
  }
  return [...found.values()].map((each, at) => {
    each.setAttribute("data-opens", String(at));
    return each.ariaLabel ?? each.textContent ?? each.tagName;
  });
}
