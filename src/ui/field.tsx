import { CircleAlert } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { FieldContext, type Registration } from "./field-context.ts";

export interface FieldProps {
  label: string;
  /** One line under the label: what it is for, or what the number means in words. */
  hint?: ReactNode;
  error?: string | undefined;
  registration?: Registration;
  /** As `api/form.ts` reads them off the contract. */
  limits?: { readonly required?: boolean; readonly maxLength?: number; readonly min?: number; readonly max?: number };
  /** Beside the label, at its end. */
  aside?: ReactNode;
  hideLabel?: boolean;
  /** The label names a group (radio buttons, an editor) and not one input. */
  group?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * Label, hint, error and counter around one input; ids and ARIA are wired through context, so the input needs no props for them:
 * `<Field label="Name" {...form.field("name")}><TextInput /></Field>`.
 */
export function Field({ label, hint, error, registration, limits, aside, hideLabel, group, className, children }: FieldProps) {
  const id = useId();
  const labelId = `${id}-label`;
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  const Label = group ? "span" : "label";
  return (
    <FieldContext
      value={{
        id,
        describedBy: described || undefined,
        invalid: error !== undefined,
        required: limits?.required ?? false,
        name: registration?.name,
        min: limits?.min,
        max: limits?.max,
        registration,
      }}
    >
      <div
        className={cx("flex min-w-0 flex-col gap-1", className)}
        {...(group ? { role: "group", "aria-labelledby": labelId, ...(described ? { "aria-describedby": described } : {}) } : {})}
      >
        <div className={cx("flex items-baseline gap-2", hideLabel && "sr-only")}>
          <Label id={labelId} className="text-sm font-medium" {...(group ? {} : { htmlFor: id })}>
            {label}
          </Label>
          {limits?.required === false ? <span className="text-xs text-ink-3">Optional</span> : null}
          {aside ? <span className="ms-auto text-xs text-ink-3">{aside}</span> : null}
        </div>
        <Counted max={limits?.maxLength}>{children}</Counted>
        {hint ? (
          <p id={`${id}-hint`} className="text-xs text-ink-3">
            {hint}
          </p>
        ) : null}
        {error ? (
          <p id={`${id}-error`} data-error className="flex items-start gap-1 text-xs text-failed">
            <CircleAlert size={14} strokeWidth={1.75} aria-hidden className="mt-px shrink-0" />
            {error}
          </p>
        ) : null}
      </div>
    </FieldContext>
  );
}

/** Shows what is left near the end of a limit. The text is never cut: a paste that is too long stays, and says so. */
function Counted({ max, children }: { max: number | undefined; children: ReactNode }) {
  const [length, setLength] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  if (max === undefined) return children;
  const left = max - length;
  const near = length > 0 && left <= Math.max(20, max * 0.1);
  const measure = () => setLength(box.current?.querySelector<HTMLInputElement>("input, textarea")?.value.length ?? 0);
  return (
    <div ref={box} onInput={measure} onFocus={measure} className="relative">
      {children}
      {near ? (
        <span aria-live="polite" className={cx("mt-1 block text-end text-xs", left < 0 ? "text-failed" : "text-ink-3")}>
          {left < 0 ? `${(-left).toLocaleString("en")} too many` : `${left.toLocaleString("en")} left`}
        </span>
      ) : null}
    </div>
  );
}
