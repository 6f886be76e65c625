import { type ReactNode, use, useId } from "react";
import { cx } from "./cx.ts";
import { FieldContext } from "./field-context.ts";

export interface RadioOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

/** Inside `<Field group>`. Held by the form when the field carries a registration, otherwise by `value` and `onChange`. */
export function RadioGroup<T extends string>({
  options,
  value,
  onChange,
  inline,
}: {
  options: readonly RadioOption<T>[];
  value?: T;
  onChange?: (value: T) => void;
  inline?: boolean;
}) {
  const own = useId();
  const field = use(FieldContext);
  return (
    <div className={cx("flex", inline ? "min-h-8 flex-wrap items-center gap-x-5 gap-y-2" : "flex-col gap-2")}>
      {options.map((option) => (
        <label key={option.value} className={cx("flex items-start gap-2", option.disabled && "text-ink-3")}>
          <input
            type="radio"
            name={own}
            {...(field?.registration as object | undefined)}
            value={option.value}
            disabled={option.disabled}
            {...(onChange ? { checked: value === option.value, onChange: () => onChange(option.value) } : {})}
            className="check mt-0.5 rounded-full"
          />
          <span className="flex min-w-0 flex-col">
            {option.label}
            {option.hint ? <span className="text-xs text-ink-3">{option.hint}</span> : null}
          </span>
        </label>
      ))}
    </div>
  );
}
