import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { dismissToast, type Toast, toasts } from "./toast.ts";

/** The one live region for toasts. The clock stops while a pointer or the focus is on them. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current);
  const [held, setHeld] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointer and focus only hold the clock
    <section
      aria-label="Notices"
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      // On a phone above everything but what says that nothing works: below are the buttons of dialogs and of selections.
      className="max-sm:[body:has([data-lost])_&]:top-20 pointer-events-none fixed inset-x-2 top-2 z-50 flex flex-col items-end gap-2 sm:inset-x-auto sm:end-4 sm:top-auto sm:bottom-4"
    >
      {shown.map((toast) => (
        <Notice key={toast.id} toast={toast} held={held} />
      ))}
    </section>
  );
}

function Notice({ toast, held }: { toast: Toast; held: boolean }) {
  const { id, tone, action, text } = toast;
  useEffect(() => {
    if (held || tone === "failed") return undefined;
    const timer = setTimeout(() => dismissToast(id), action ? 10_000 : 5000);
    return () => clearTimeout(timer);
  }, [held, id, tone, action]);
  const Icon = tone === "failed" ? CircleAlert : CircleCheck;
  return (
    <div
      data-floating
      className="pointer-events-auto flex w-full max-w-[400px] animate-in items-center gap-2 rounded-md bg-surface py-1 ps-3 pe-1 text-sm shadow-pop sm:w-auto sm:min-w-[280px]"
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden className={tone === "failed" ? "shrink-0 text-failed" : "shrink-0 text-done"} />
      <p className="min-w-0 flex-1 py-1 break-words">{text}</p>
      {action ? (
        <button
          type="button"
          className="h-6 shrink-0 rounded-sm px-2 font-medium text-accent-ink hover:bg-hover"
          onClick={() => {
            dismissToast(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      ) : null}
      <button
        type="button"
        aria-label="Dismiss"
        className="grid size-6 shrink-0 place-content-center rounded-sm text-ink-3 hover:bg-hover"
        onClick={() => dismissToast(id)}
      >
        <X size={14} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  );
}
