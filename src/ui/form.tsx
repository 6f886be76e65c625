import { CircleAlert } from "lucide-react";
import type { FormEvent, KeyboardEvent, ReactNode, Ref } from "react";
import { Button, type ButtonTone } from "./button.tsx";
import { cx } from "./cx.ts";

export interface FormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** What is wrong with the whole, beside what stands under the fields. */
  error?: string | undefined;
  busy?: boolean;
  submit: string;
  tone?: ButtonTone;
  onCancel?: () => void;
  /** Further buttons, at the start of the row. */
  extra?: ReactNode;
  /** The button fills the row: for the one form of a page. */
  wide?: boolean;
  /** One field with the button beside it. */
  inline?: boolean;
  className?: string;
  children: ReactNode;
  ref?: Ref<HTMLFormElement>;
}

/** Fields, then one row of buttons. `Mod+Enter` submits from anywhere in it. Spread `form.props` of `useContractForm` into it. */
export function Form({
  onSubmit,
  error,
  busy,
  submit,
  tone = "primary",
  onCancel,
  extra,
  wide,
  inline,
  className,
  children,
  ref,
}: FormProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed in the fields end here
    <form
      {...(ref ? { ref } : {})}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={submitByKey}
      className={cx("flex", inline ? "flex-wrap items-start gap-2 *:first:flex-1" : "flex-col gap-4", className)}
    >
      {children}
      <div aria-live="polite" className={cx("empty:hidden", inline && "order-2 w-full")}>
        {error ? (
          <p className="flex items-start gap-2 rounded-md bg-failed-soft px-3 py-2 text-sm text-failed">
            <CircleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
            {error}
          </p>
        ) : null}
      </div>
      <div className={cx("flex flex-wrap items-center justify-end gap-2", inline && "order-1 mt-6")}>
        {extra ? <div className="me-auto">{extra}</div> : null}
        {onCancel ? (
          <Button tone="quiet" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        <Button type="submit" tone={tone} pending={busy ?? false} className={wide ? "w-full" : ""}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
