import type { Ref, TextareaHTMLAttributes } from "react";
import { cx } from "./cx.ts";
import { useFieldControl } from "./field-context.ts";

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  code?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Grows with its text from `rows` up to half the window. */
export function Textarea({ code, rows = 3, className, style, ...rest }: TextareaProps) {
  const field = useFieldControl();
  return (
    <textarea
      {...field}
      dir={code ? "ltr" : "auto"}
      {...rest}
      rows={rows}
      style={{ minHeight: rows * 20 + 14, maxHeight: "50vh", ...style }}
      className={cx("control block", code && "font-mono text-sm", className)}
    />
  );
}
