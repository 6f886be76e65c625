import { useState } from "react";

/** Which folded parts are open, by the id of their message. Kept above the rows: one that leaves the screen leaves the document. */
export function useFolds() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  return {
    isOpen: (id: string) => opened.has(id),
    toggle: (id: string) => setOpened((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id])),
    open: (id: string) => setOpened((before) => (before.has(id) ? before : new Set([...before, id]))),
    count: opened.size,
  };
}
