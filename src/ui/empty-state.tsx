import type { LucideIcon } from "lucide-react";
import { type ReactNode, useContext } from "react";
import { cx } from "./cx.ts";
import { useLate } from "./skeleton.tsx";
import { Spinner } from "./spinner.tsx";
import { Unsure } from "./unsure.ts";

export interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  /** What this is, in one or two sentences. */
  children?: ReactNode;
  /** The one primary action. */
  action?: ReactNode;
  /** A part of a page is empty, not the page: a few lines at its beginning. */
  inline?: boolean;
}

export function EmptyState({ icon: Icon, title, children, action, inline }: EmptyStateProps) {
  const unsure = useContext(Unsure);
  if (inline) {
    return (
      <div className={cx("flex min-w-0 flex-col items-start gap-1 py-2 text-sm", unsure && "invisible relative")}>
        <p className="flex items-center gap-2 font-medium">
          {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden className="text-ink-3" /> : null}
          {title}
        </p>
        {children ? <div className="max-w-full text-ink-2">{children}</div> : null}
        {action ? <div className="mt-1 flex flex-wrap gap-2">{action}</div> : null}
        {unsure ? <FindingOut /> : null}
      </div>
    );
  }
  return (
    <div className={cx("mx-auto flex max-w-[420px] flex-col items-center gap-2 px-5 py-16 text-center", unsure && "invisible relative")}>
      {Icon ? <Icon size={20} strokeWidth={1.5} aria-hidden className="mb-1 text-ink-3" /> : null}
      <h2 className="text-lg font-medium">{title}</h2>
      {children ? <div className="text-balance text-ink-2">{children}</div> : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div> : null}
      {unsure ? <FindingOut /> : null}
    </div>
  );
}

/** In the place of the words, which keep their room: nothing moves if they come back. */
function FindingOut() {
  const late = useLate(200);
  return (
    <div
      role="status"
      aria-label="Loading"
      className={cx("absolute inset-0 flex items-center justify-center text-ink-3", late && "visible")}
    >
      <Spinner />
    </div>
  );
}
