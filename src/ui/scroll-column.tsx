import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const widths = { reading: "max-w-[720px]", rows: "max-w-[880px]", wide: "max-w-[960px]" } as const;
const gaps = { none: "", sm: "flex flex-col gap-4", md: "flex flex-col gap-6", lg: "flex flex-col gap-8" } as const;

export interface ScrollColumnProps {
  /** `reading` for text and fields, `rows` for lists whose rows have controls, `wide` for pictures and tables of few columns. */
  width?: keyof typeof widths;
  gap?: keyof typeof gaps;
  children: ReactNode;
}

/** What a page or a panel shows in a column of its own, scrolled by itself. */
export function ScrollColumn({ width = "reading", gap = "none", children }: ScrollColumnProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className={cx("mx-auto w-full px-4 py-6 md:px-5", widths[width], gaps[gap])}>{children}</div>
    </div>
  );
}
