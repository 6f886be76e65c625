import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "./cx.ts";
import { Spinner } from "./spinner.tsx";

export type ButtonTone = "primary" | "secondary" | "quiet" | "danger";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: ButtonTone;
  /** `sm` is 28 px, `md` 32 px. */
  size?: "sm" | "md";
  icon?: LucideIcon;
  /** Below 600 px its icon stands alone, and the words are read out. */
  fold?: boolean;
  /** Shows that its work is under way; further clicks are ignored, focus stays. */
  pending?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  tone = "secondary",
  size = "md",
  icon: Icon,
  fold = false,
  pending,
  type = "button",
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      className={cx(buttonLook(tone, size), fold && folded, className)}
    >
      {pending ? <Spinner /> : Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0" /> : null}
      {fold ? <Folding>{children}</Folding> : children}
    </button>
  );
}

/** As wide as it is high. */
export const folded = "max-sm:w-8 max-sm:px-0";

export function Folding({ children }: { children: ReactNode }) {
  return <span className="max-sm:sr-only">{children}</span>;
}

/** The look of a button, for elements that are one in all but name. */
export function buttonLook(tone: ButtonTone, size: "sm" | "md"): string {
  return cx(
    "inline-flex shrink-0 select-none items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap no-underline transition-colors aria-pressed:border-control aria-pressed:bg-pressed aria-pressed:text-ink disabled:pointer-events-none disabled:opacity-50",
    size === "sm" ? "h-7 px-2 text-sm" : "h-8 px-3 text-base",
    tones[tone],
  );
}

const tones: Record<ButtonTone, string> = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-hover",
  secondary: "border-line-strong bg-surface text-ink hover:bg-hover active:bg-pressed",
  quiet: "border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink active:bg-pressed",
  danger: "border-transparent bg-failed-solid text-on-accent hover:opacity-90",
};
