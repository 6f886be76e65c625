import type { LucideIcon } from "lucide-react";
import { cx } from "./cx.ts";

interface SegmentsProps<V extends string> {
  /** What is chosen, for screen readers. */
  label?: string;
  options: readonly { readonly value: V; readonly label: string; readonly icon?: LucideIcon }[];
  value: V;
  onChange: (value: V) => void;
}

/** One of a few ways to look at the same thing. */
export function Segments<V extends string>({ label, options, value, onChange }: SegmentsProps<V>) {
  return (
    <span {...(label && { role: "group", "aria-label": label })} className="flex overflow-hidden rounded-md border border-control">
      {options.map(({ value: one, label: word, icon: Icon }, i) => (
        <button
          key={one}
          type="button"
          aria-pressed={value === one}
          onClick={() => onChange(one)}
          className={cx(
            "flex h-7 items-center gap-1.5 px-2.5 text-sm whitespace-nowrap -outline-offset-2",
            i > 0 && "border-s border-control",
            value === one ? "bg-pressed font-medium" : "text-ink-2 hover:bg-hover",
          )}
        >
          {Icon ? <Icon size={14} strokeWidth={1.75} aria-hidden /> : null}
          {word}
        </button>
      ))}
    </span>
  );
}
