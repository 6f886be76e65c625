import { type InputHTMLAttributes, type Ref, use } from "react";
import { cx } from "./cx.ts";
import { FieldContext, useFieldControl } from "./field-context.ts";

export interface NumberInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  /** Shown inside the input, after the number. */
  unit?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A number as text: a wheel or an arrow key never changes it by accident. Say large ones in words in the field's hint. */
export function NumberInput({ unit, className, ...rest }: NumberInputProps) {
  const field = useFieldControl();
  const context = use(FieldContext);
  const whole = rest.step === undefined || Number.isInteger(Number(rest.step));
  const { step: _step, ...input } = rest;
  return (
    <div className="relative">
      <input
        autoComplete="off"
        dir="ltr"
        inputMode={whole && (context?.min ?? 0) >= 0 ? "numeric" : "decimal"}
        {...field}
        {...input}
        type="text"
        className={cx("control", unit && "pe-16", className)}
      />
      {unit ? <span className="pointer-events-none absolute end-2 top-1/2 -translate-y-1/2 text-sm text-ink-3">{unit}</span> : null}
    </div>
  );
}
