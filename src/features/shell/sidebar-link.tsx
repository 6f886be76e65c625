import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";

interface SidebarLinkProps {
  href: string;
  icon: LucideIcon;
  label: string;
  /** Whether this page lies in it. */
  here: boolean;
  /** At its end: how much there is. */
  children?: ReactNode;
}

export function SidebarLink({ href, icon: Icon, label, here, children }: SidebarLinkProps) {
  return (
    <AnyLink
      link={href}
      aria-current={here ? "page" : undefined}
      className={cx(
        "flex h-8 shrink-0 items-center gap-2 rounded-md px-2 transition-colors",
        here ? "chosen bg-pressed font-medium text-ink" : "text-ink-2 hover:bg-hover hover:text-ink",
      )}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden className={here ? "" : "text-ink-3"} />
      {label}
      {children}
    </AnyLink>
  );
}
