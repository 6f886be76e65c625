import type { Page } from "@playwright/test";
import { expect, patient } from "./expect.ts";
import type { Place } from "./places/place.ts";
import { drawn } from "./shifts.ts";

/** A window of 1280x1024 at 400 %. */
const magnified = { width: 320, height: 256 };
/** What a reader has to see at once of what a page is about. */
const least = 120;

/** Expects that a place can be read and used at 400 %. The window is as it was afterwards. */
export async function expectReadableMagnified(page: Page, { name, shows }: Place): Promise<void> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize(magnified);
  await drawn(page);
  const content = page.locator("[role=dialog], main").last();
  // Its first content, where those words are in its heading or are not shown in so small a window.
  const words = content.getByText(shows).filter({ visible: true });
  const seen = async () => {
    const target = (await words.count()) > 0 ? words.first() : content.locator("> *").filter({ visible: true }).last();
    return target.evaluate(pixelsInSight);
  };
  // The rows of a list are placed once the list knows its new height.
  const options = { message: `${name}, px of its content at 400 %`, timeout: patient() };
  await expect.configure({ soft: true }).poll(seen, options).toBeGreaterThanOrEqual(least);
  expect.soft(await content.evaluate(outOfReach), `${name}, at 400 %`).toEqual([]);
  await page.setViewportSize(before);
  await drawn(page);
}

/** How much of what is around an element is drawn at once, when a reader scrolls it into sight. */
function pixelsInSight(target: Element): number {
  const around: Element[] = [];
  for (let above = target.parentElement; above; above = above.parentElement)
    if (getComputedStyle(above).overflowY !== "visible") around.push(above);
  const scrollers = around.filter(
    (each) => each.scrollHeight > each.clientHeight + 4 && /auto|scroll/.test(getComputedStyle(each).overflowY),
  );
  const about = scrollers[0] ?? target.closest("[role=dialog], main") ?? target;
  for (const each of scrollers) each.scrollTop += target.getBoundingClientRect().top - each.getBoundingClientRect().top - 24;
  let [top, bottom] = [0, innerHeight];
  for (const each of [about, ...around.filter((clip) => clip.contains(about))]) {
    const frame = each.getBoundingClientRect();
    [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
  }
  const box = target.getBoundingClientRect();
  if (box.bottom <= top || box.top >= bottom) return 0;
  const middle = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
  let seen = 0;
  for (let y = Math.ceil(top); y < bottom; y++) if (about.contains(document.elementFromPoint(middle, y))) seen++;
  return seen;
}

/** What can be pressed but never seen, however far a reader scrolls. */
function outOfReach(content: Element): string[] {
  const wrong: string[] = [];
  for (const each of content.querySelectorAll("h2, button, a[href], input, select, textarea")) {
    if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || each.matches(":disabled, .sr-only, .sr-only *"))
      continue;
    const { width, height } = each.getBoundingClientRect();
    if (width < 4 || height < 4) continue;
    for (let above = each.parentElement; above; above = above.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(above);
      const [box, frame] = [each.getBoundingClientRect(), above.getBoundingClientRect()];
      if (/auto|scroll/.test(overflowY)) above.scrollTop += box.top - frame.top - (frame.height - box.height) / 2;
      if (/auto|scroll/.test(overflowX)) above.scrollLeft += box.left - frame.left - (frame.width - box.width) / 2;
    }
    const root = document.scrollingElement ?? document.documentElement;
    root.scrollTop += each.getBoundingClientRect().top - innerHeight / 2;
    // Its begin: the end of a long line may be cut off, and a link in a sentence may stand on two lines.
    const box = each.getClientRects()[0] ?? each.getBoundingClientRect();
    const [x, y] = [box.left + Math.min(box.width / 2, 8), (box.top + box.bottom) / 2];
    const label = each instanceof HTMLInputElement ? each.labels?.[0] : undefined;
    const there = document.elementFromPoint(x, y);
    if (!there || !(each.contains(there) || there.contains(each) || label?.contains(there)))
      wrong.push(`${each.tagName.toLowerCase()} “${(each.ariaLabel ?? each.textContent ?? "").slice(0, 40)}” at ${Math.round(y)}`);
  }
  return wrong;
}
