import type { InputHTMLAttributes } from "react";

interface SelectBoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "className" | "aria-label"> {
  /** Read out and not shown. */
  label: string;
  /** Some of what it stands for is selected. */
  mixed?: boolean;
}

/** At the start of a row of a table: selects it, or in the header all of them. One element, and pressed also a little beside it. */
export function SelectBox({ label, mixed = false, ...rest }: SelectBoxProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      aria-label={label}
      // Half of a choice has no attribute in HTML, only a property.
      ref={(node) => void (node && (node.indeterminate = mixed))}
      className="check absolute start-4 top-1/2 z-1 -translate-y-1/2 after:absolute after:-inset-2 md:start-5"
    />
  );
}
