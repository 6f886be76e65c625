import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  /** What this is, in one or two sentences. */
  children?: ReactNode;
  /** The one primary action. */
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-[420px] flex-col items-center gap-2 px-5 py-16 text-center">
      {Icon ? <Icon size={20} strokeWidth={1.5} aria-hidden className="mb-1 text-ink-3" /> : null}
      <h2 className="text-lg font-medium">{title}</h2>
      {children ? <div className="text-balance text-ink-2">{children}</div> : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
