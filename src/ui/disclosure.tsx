import { ChevronRight } from "lucide-react";
import type { DetailsHTMLAttributes, ReactNode } from "react";
import { cx } from "./cx.ts";

interface DisclosureProps extends DetailsHTMLAttributes<HTMLDetailsElement> {
  summary: ReactNode;
  /** Of the line that opens it. */
  summaryClassName?: string;
}

/** What few need to see: a line that opens it. The browser's own element, found by its search. */
export function Disclosure({ summary, summaryClassName, className, children, ...rest }: DisclosureProps) {
  return (
    <details {...rest} className={cx("group", className)}>
      <summary
        className={cx(
          "flex cursor-pointer list-none items-center gap-1 -outline-offset-2 [&::-webkit-details-marker]:hidden",
          summaryClassName ?? "text-sm font-medium",
        )}
      >
        <ChevronRight
          size={16}
          strokeWidth={1.75}
          aria-hidden
          className="shrink-0 text-ink-3 transition-transform [[open]>summary>&]:rotate-90"
        />
        {summary}
      </summary>
      {children}
    </details>
  );
}
