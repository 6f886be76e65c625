import type { ReactNode } from "react";
import { useId } from "react";

export interface SwitchProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** What it switches is under way: further clicks are ignored, focus stays. */
  pending?: boolean;
}

/** For a setting that takes effect at once. In a form that is sent, use a checkbox. */
export function Switch({ label, hint, checked, onChange, disabled = false, pending = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-sm text-ink-3">
            {hint}
          </p>
        ) : null}
      </div>
      <BareSwitch id={id} {...{ checked, onChange, disabled, pending }} {...(hint ? { "aria-describedby": `${id}-hint` } : {})} />
    </div>
  );
}

interface BareSwitchProps extends Pick<SwitchProps, "checked" | "onChange" | "disabled" | "pending"> {
  id?: string;
  "aria-label"?: string;
  "aria-describedby"?: string;
}

/** Alone, where what it switches is said by its row and column. */
export function BareSwitch({ checked, onChange, pending, ...rest }: BareSwitchProps) {
  return (
    <button
      {...rest}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-busy={pending || undefined}
      onClick={pending ? undefined : () => onChange(!checked)}
      className="relative mt-0.5 h-5 w-9 shrink-0 rounded-full bg-control transition-colors focus-visible:rounded-full aria-checked:bg-accent disabled:opacity-50"
    >
      <span
        className="absolute start-0.5 top-0.5 size-4 rounded-full bg-on-accent transition-transform"
        style={{ transform: checked ? "translateX(16px)" : "none" }}
      />
    </button>
  );
}
