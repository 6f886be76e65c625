import { CircleAlert } from "lucide-react";
import type { FormEvent, KeyboardEvent, ReactNode, Ref } from "react";
import { Button, type ButtonTone } from "./button.tsx";
import { cx } from "./cx.ts";
import { Overtaken, type OvertakenProps } from "./overtaken.tsx";
import { toastDiscarded } from "./toast.ts";

export interface FormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** What is wrong with the whole, beside what stands under the fields. */
  error?: string | undefined;
  busy?: boolean;
  submit: string;
  tone?: ButtonTone;
  /** As things are it would be refused, and what stands in the form says why. */
  blocked?: boolean;
  /** The button Cancel means it: what was typed is discarded. Escape, or a click beside a dialog, keeps it as a draft. */
  onCancel?: () => void;
  /** Throws away what was typed, before `onCancel`. Returns what brings it back, when there was something. */
  onDiscard?: () => (() => void) | undefined;
  /** What a draft kept stands in the fields; this puts back what is stored. */
  onStartOver?: (() => void) | undefined;
  /** What somebody else changed of that which is being changed here. */
  overtaken?: OvertakenProps | undefined;
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

/** Fields, then one row of buttons. `Mod+Enter` submits from anywhere in it, and `Mod+S` what is called saving. Spread `form.props` of `useContractForm` into it. */
export function Form({
  onSubmit,
  error,
  busy,
  submit,
  tone = "primary",
  blocked = false,
  onCancel,
  onDiscard,
  onStartOver,
  overtaken,
  extra,
  wide,
  inline,
  className,
  children,
  ref,
}: FormProps) {
  const cancel = () => {
    const restore = onDiscard?.();
    onCancel?.();
    if (restore) toastDiscarded(restore);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed in the fields end here
    <form
      {...(ref ? { ref } : {})}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={(event) => submitByKey(event, submit, busy ?? false)}
      className={cx("flex", inline ? "flex-wrap items-start gap-2 *:first:flex-1" : "flex-col gap-4", className)}
    >
      {children}
      {overtaken ? <Overtaken {...overtaken} /> : onStartOver ? <FromDraft onStartOver={onStartOver} /> : null}
      <div aria-live="polite" className={cx("empty:hidden", inline && "order-2 w-full")}>
        {error ? (
          <p className="flex items-start gap-2 rounded-md bg-failed-soft px-3 py-2 text-sm text-failed">
            <CircleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
            {error}
          </p>
        ) : null}
      </div>
      <div className={cx("flex flex-wrap items-center justify-end gap-2", inline ? "order-1 mt-6" : inReach)}>
        {extra ? <div className="me-auto">{extra}</div> : null}
        {onCancel ? (
          <Button tone="quiet" onClick={cancel}>
            Cancel
          </Button>
        ) : null}
        <Button type="submit" tone={tone} pending={busy ?? false} disabled={blocked} className={wide ? "w-full" : ""}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

/** The buttons of a form that is higher than its dialog stay at the lower edge; the margin keeps what is around them where it is. */
const inReach =
  "in-data-dialog-body:sticky in-data-dialog-body:-bottom-4 in-data-dialog-body:z-1 in-data-dialog-body:-my-3 in-data-dialog-body:bg-surface in-data-dialog-body:py-3 lowest:static!";

/** What was entered before the form was opened is back in its fields. */
export function FromDraft({ onStartOver }: { onStartOver: () => void }) {
  return (
    <div
      role="status"
      className="order-first flex w-full items-center justify-between gap-2 rounded-md bg-sunken px-3 py-1.5 text-sm text-ink-2"
    >
      Not saved yet: what you had entered.
      <Button size="sm" tone="quiet" onClick={onStartOver}>
        Discard
      </Button>
    </div>
  );
}

function submitByKey(event: KeyboardEvent<HTMLFormElement>, submit: string, busy: boolean): void {
  // The button takes no press while it is busy, and Enter in a field is one. The form still hears that something is sent again.
  const again = busy && event.key === "Enter" && event.target instanceof HTMLInputElement && !event.defaultPrevented;
  if (again) {
    event.preventDefault();
    return event.currentTarget.requestSubmit();
  }
  const isMeant = event.key === "Enter" || (event.key === "s" && submit.startsWith("Save"));
  if (!isMeant || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
