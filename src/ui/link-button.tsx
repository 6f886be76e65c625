import type { LucideIcon } from "lucide-react";
import { type ButtonTone, buttonLook, folded, Folding } from "./button.tsx";
import { cx } from "./cx.ts";
import { AnyLink, type LinkProps } from "./link.tsx";

export interface LinkButtonProps extends LinkProps {
  tone?: ButtonTone;
  size?: "sm" | "md";
  icon?: LucideIcon;
  /** Below 600 px its icon stands alone, and the words are read out. */
  fold?: boolean;
}

/** A link that looks like a button: it leads somewhere, it does nothing. */
export function LinkButton({ tone = "secondary", size = "md", icon: Icon, fold = false, className, children, ...rest }: LinkButtonProps) {
  return (
    <AnyLink {...rest} className={cx(buttonLook(tone, size), fold && folded, className)}>
      {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0" /> : null}
      {fold ? <Folding>{children}</Folding> : children}
    </AnyLink>
  );
}
