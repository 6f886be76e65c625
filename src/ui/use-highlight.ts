import { type RefObject, useEffect } from "react";

const name = "found";

/** Marks a text where it stands in an element, without touching the document. `stamp` changes when the content may have. */
export function useHighlight(area: RefObject<HTMLElement | null>, text: string, stamp: string): void {
  useEffect(() => {
    if (!("highlights" in CSS)) return undefined;
    const node = area.current;
    if (text === "" || !node) return undefined;
    const frame = requestAnimationFrame(() => CSS.highlights.set(name, new Highlight(...rangesOf(node, text.toLowerCase()))));
    return () => {
      cancelAnimationFrame(frame);
      CSS.highlights.delete(name);
    };
  }, [area, text, stamp]);
}

function rangesOf(root: HTMLElement, needle: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() && ranges.length < 500) {
    const node = walker.currentNode as Text;
    const hay = node.data.toLowerCase();
    // Lower case can be longer than what it was made from; positions would be off.
    if (hay.length !== node.data.length) continue;
    for (let at = hay.indexOf(needle); at !== -1; at = hay.indexOf(needle, at + needle.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + needle.length);
      ranges.push(range);
    }
  }
  return ranges;
}
