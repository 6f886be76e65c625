import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, Ref } from "react";
import { cx } from "./cx.ts";
import { Spinner } from "./spinner.tsx";
import { Tooltip } from "./tooltip.tsx";

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label" | "children"> {
  icon: LucideIcon;
  /** The accessible name; also the tooltip. */
  label: string;
  /** Keys shown in the tooltip. */
  keys?: string;
  size?: "sm" | "md";
  /** As of `Button`: shows that its work is under way; further clicks are ignored, focus stays. */
  pending?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  icon: Icon,
  label,
  keys,
  size = "md",
  pending,
  className,
  type = "button",
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} {...(keys ? { keys } : {})}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-busy={pending || undefined}
        onClick={pending ? (event) => event.preventDefault() : onClick}
        className={cx(
          "inline-flex shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-hover hover:text-ink active:bg-pressed aria-pressed:border aria-pressed:border-control aria-pressed:bg-pressed aria-pressed:text-ink disabled:pointer-events-none disabled:opacity-50",
          size === "sm" ? "size-6" : "size-8",
          className,
        )}
      >
        {pending ? <Spinner /> : <Icon size={size === "sm" ? 14 : 16} strokeWidth={1.75} aria-hidden />}
      </button>
    </Tooltip>
  );
}
