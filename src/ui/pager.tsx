import { ChevronLeft, ChevronRight } from "lucide-react";
import { buttonLook } from "./button.tsx";
import { cx } from "./cx.ts";
import { AnyLink, type LinkTarget } from "./link.tsx";

/** "1–100 of 12,431" with links to the pages before and after; nothing where one page holds all. */
export function Pager({
  offset,
  limit,
  total,
  link,
}: {
  offset: number;
  limit: number;
  total: number;
  link: (offset: number) => LinkTarget;
}) {
  if (total <= limit && offset === 0) return null;
  const last = Math.min(offset + limit, total);
  return (
    <nav aria-label="Pages" className="flex shrink-0 items-center gap-2 border-t border-line px-3 py-1.5 text-sm text-ink-2 md:px-5">
      <span className="me-auto">
        {last === 0 ? 0 : (offset + 1).toLocaleString("en")}–{last.toLocaleString("en")} of {total.toLocaleString("en")}
      </span>
      <Step label="Previous page" icon="back" to={offset > 0 ? link(Math.max(0, offset - limit)) : undefined} />
      <Step label="Next page" icon="on" to={last < total ? link(offset + limit) : undefined} />
    </nav>
  );
}

function Step({ label, icon, to }: { label: string; icon: "back" | "on"; to: LinkTarget | undefined }) {
  const Icon = icon === "back" ? ChevronLeft : ChevronRight;
  const look = cx(buttonLook("secondary", "sm"), "w-7 px-0");
  const inside = <Icon size={16} strokeWidth={1.75} aria-hidden />;
  return to === undefined ? (
    <span aria-hidden className={cx(look, "opacity-40")}>
      {inside}
    </span>
  ) : (
    <AnyLink link={to} aria-label={label} className={look}>
      {inside}
    </AnyLink>
  );
}
