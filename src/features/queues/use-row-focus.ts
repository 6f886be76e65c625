import { useEffect, useRef, useState } from "react";

/**
 * Where the focus goes when rows come, go and move: to the first of `parts` that can have it in the row that is at that place then, else to the
 * last row, else to the button behind the rows.
 */
export function useRowFocus<T extends HTMLElement = HTMLDivElement>() {
  const rows = useRef<T>(null);
  const [wanted, setWanted] = useState<{ readonly at: number; readonly parts: readonly string[] }>();
  useEffect(() => {
    if (!wanted || !rows.current) return;
    const row = rows.current.children[wanted.at] ?? rows.current.lastElementChild;
    const found = wanted.parts.map((part) => row?.querySelector<HTMLElement>(part)).find((one) => one && !one.matches(":disabled"));
    (found ?? rows.current.nextElementSibling?.querySelector("button"))?.focus();
    // What stands in it was put there for the person, and is typed over.
    if (found instanceof HTMLInputElement && found.type === "text") found.select();
  }, [wanted]);
  return { rows, focus: (at: number, ...parts: string[]) => setWanted({ at, parts }) };
}
