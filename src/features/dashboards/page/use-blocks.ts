import { useState } from "react";
import type { SelectedElement } from "#contract/dashboards/dashboard.ts";

export interface Blocks {
  readonly picking: boolean;
  readonly pick: (on: boolean) => void;
  readonly picked: SelectedElement | undefined;
  readonly take: (element: SelectedElement) => void;
  readonly drop: () => void;
  readonly prints: number;
  readonly print: () => void;
}

/** What a person points at in a page, and that it is printed: both begin outside of the frame. */
export function useBlocks(): Blocks {
  const [picking, setPicking] = useState(false);
  const [picked, setPicked] = useState<SelectedElement>();
  const [prints, setPrints] = useState(0);
  return {
    picking,
    pick: setPicking,
    picked,
    take: (element) => {
      setPicked(element);
      setPicking(false);
    },
    drop: () => setPicked(undefined),
    prints,
    print: () => setPrints((now) => now + 1),
  };
}
