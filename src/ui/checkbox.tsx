import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { useId } from "react";
import { cx } from "./cx.ts";
import type { Registration } from "./field-context.ts";

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "children"> {
  label: ReactNode;
  hint?: ReactNode;
  /** The label is read out and not shown, as in a table's column of boxes. */
  hideLabel?: boolean;
  /** Some of what it stands for is selected. */
  mixed?: boolean;
  registration?: Registration;
  error?: string | undefined;
  /** Accepted so that `form.field(…)` can be spread. */
  limits?: unknown;
  ref?: Ref<HTMLInputElement>;
}

export function Checkbox({ label, hint, hideLabel, mixed, registration, error, limits: _limits, className, ref, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <label className={cx("flex gap-2", hideLabel ? "size-6 items-center justify-center" : "items-start", className)}>
      <input
        {...(registration as object | undefined)}
        {...rest}
        // Half of a choice has no attribute in HTML, only a property.
        {...(mixed === undefined
          ? ref
            ? { ref }
            : {}
          : { ref: (node: HTMLInputElement | null) => void (node && (node.indeterminate = mixed)) })}
        {...(registration ? { "data-field": registration.name } : {})}
        type="checkbox"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={hint || error ? `${id}-more` : undefined}
        className={cx("check", !hideLabel && "mt-0.5")}
      />
      <span className={cx("flex min-w-0 flex-col", hideLabel && "sr-only")}>
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
