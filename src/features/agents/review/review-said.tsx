import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** What is so, as a heading, and what that means. */
export function ReviewSaid({ icon: Icon, title, children }: { icon: LucideIcon; title: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-3">
      <Icon size={20} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      <div className="min-w-0">
        <h2 className="text-lg font-medium break-words">{title}</h2>
        <p className="break-words text-ink-2">{children}</p>
      </div>
    </div>
  );
}
