import type { LucideIcon } from "lucide-react";
import { type ButtonTone, buttonLook } from "./button.tsx";
import { cx } from "./cx.ts";
import { AnyLink, type LinkProps } from "./link.tsx";

export interface LinkButtonProps extends LinkProps {
  tone?: ButtonTone;
  size?: "sm" | "md";
  icon?: LucideIcon;
}

/** A link that looks like a button: it leads somewhere, it does nothing. */
export function LinkButton({ tone = "secondary", size = "md", icon: Icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <AnyLink {...rest} className={cx(buttonLook(tone, size), className)}>
      {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0" /> : null}
      {children}
    </AnyLink>
  );
}
