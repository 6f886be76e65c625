import { type RefObject, useLayoutEffect } from "react";

/** Between what is shown and what it belongs to, or the edge of the window. */
const gap = 4;
const most = 256;
/** Below a narrow field, its words would be cut off. */
const widest = 240;

/**
 * Shows an element with `popover="manual"` under another one, at least as wide as that, or above it where there is more room. It stays where it is in the
 * document, so that a dialog around it keeps the focus and hears its keys, and nothing that scrolls cuts it off.
 */
export function useAboveAll(open: boolean, shown: RefObject<HTMLElement | null>, beside: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [node, anchor] = [shown.current, beside.current];
    if (!open || !node || !anchor) return undefined;
    const place = () => {
      const { top, bottom, left, width } = anchor.getBoundingClientRect();
      const height = window.visualViewport?.height ?? innerHeight;
      const [above, below] = [top - 2 * gap, height - bottom - 2 * gap];
      const under = below >= Math.min(most, node.scrollHeight) || below >= above;
      Object.assign(node.style, {
        left: `${left}px`,
        width: `${Math.max(width, Math.min(widest, innerWidth - left - gap))}px`,
        maxHeight: `${Math.max(0, Math.min(most, under ? below : above))}px`,
        top: under ? `${bottom + gap}px` : "auto",
        bottom: under ? "auto" : `${innerHeight - top + gap}px`,
      });
    };
    node.showPopover();
    place();
    const sizes = new ResizeObserver(place);
    for (const each of [node, anchor]) sizes.observe(each);
    addEventListener("scroll", place, { capture: true, passive: true });
    addEventListener("resize", place);
    return () => {
      sizes.disconnect();
      removeEventListener("scroll", place, { capture: true });
      removeEventListener("resize", place);
      node.hidePopover();
    };
  }, [open, shown, beside]);
}
