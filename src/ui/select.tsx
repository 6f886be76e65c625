import { ChevronDown } from "lucide-react";
import type { Ref, SelectHTMLAttributes } from "react";
import { cx } from "./cx.ts";
import { useFieldControl } from "./field-context.ts";

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}
export interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "children"> {
  options: readonly SelectOption[];
  /** The words of the empty choice; without them there is none. */
  empty?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** The platform's own list: right on a phone, and with every key that people know. */
export function Select({ options, empty, className, ...rest }: SelectProps) {
  const field = useFieldControl();
  return (
    <span className="relative block min-w-0">
      <select {...field} {...rest} className={cx("control truncate", className)}>
        {empty === undefined ? null : <option value="">{empty}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        strokeWidth={1.75}
        aria-hidden
        className="pointer-events-none absolute end-2 top-1/2 -translate-y-1/2 text-ink-3"
      />
    </span>
  );
}
