import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { useId } from "react";
import { cx } from "./cx.ts";
import type { Registration } from "./field-context.ts";

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "children"> {
  label: ReactNode;
  hint?: ReactNode;
  registration?: Registration;
  error?: string | undefined;
  /** Accepted so that `form.field(…)` can be spread. */
  limits?: unknown;
  ref?: Ref<HTMLInputElement>;
}

export function Checkbox({ label, hint, registration, error, limits: _limits, className, ref, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <label className={cx("flex items-start gap-2", className)}>
      <input
        {...(registration as object | undefined)}
        {...rest}
        {...(ref ? { ref } : {})}
        {...(registration ? { "data-field": registration.name } : {})}
        type="checkbox"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={hint || error ? `${id}-more` : undefined}
        className="check mt-0.5"
      />
      <span className="flex min-w-0 flex-col">
        <span>{label}</span>
        {hint || error ? (
          <span id={`${id}-more`} className={cx("text-xs", error ? "text-failed" : "text-ink-3")}>
            {error ?? hint}
          </span>
        ) : null}
      </span>
    </label>
  );
}
