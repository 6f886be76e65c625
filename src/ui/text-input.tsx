import type { LucideIcon } from "lucide-react";
import type { InputHTMLAttributes, Ref } from "react";
import { cx } from "./cx.ts";
import { useFieldControl } from "./field-context.ts";

export interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Monospace, without spelling and completion: ids, paths, code. */
  code?: boolean;
  icon?: LucideIcon;
  ref?: Ref<HTMLInputElement>;
}

export function TextInput({ code, icon: Icon, className, type = "text", ...rest }: TextInputProps) {
  const field = useFieldControl();
  const plain = code ? { autoComplete: "off", autoCapitalize: "off", spellCheck: false } : {};
  // What people write has the direction of its letters; what programs read has one only.
  const dir = code || (type !== "text" && type !== "search") ? "ltr" : "auto";
  const input = (
    <input
      {...plain}
      {...field}
      dir={dir}
      {...rest}
      type={type}
      className={cx("control", code && "font-mono text-sm", Icon && "ps-7", className)}
    />
  );
  if (!Icon) return input;
  return (
    <div className="relative">
      <Icon size={16} strokeWidth={1.75} aria-hidden className="pointer-events-none absolute start-2 top-1/2 -translate-y-1/2 text-ink-3" />
      {input}
    </div>
  );
}
