import type { Locator } from "@playwright/test";

/** Scrolls down by 400 pixels a frame. Returns the longest task meanwhile in milliseconds, and the most elements there were of `counted`. */
export async function scrolled(scroller: Locator, counted: string): Promise<{ longest: number; elements: number }> {
  return scroller.evaluate(async (node, selector) => {
    let longest = 0;
    let elements = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    observer.observe({ entryTypes: ["longtask"] });
    for (let frame = 0; frame < 300; frame += 1) {
      node.scrollBy(0, 400);
      await new Promise(requestAnimationFrame);
      elements = Math.max(elements, node.querySelectorAll(selector).length);
    }
    observer.disconnect();
    return { longest, elements };
  }, counted);
}
