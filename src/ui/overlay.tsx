import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type MouseEvent, type ReactNode, useEffect, useInsertionEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { giveBack, openedFrom } from "./focus-keeper.ts";
import type { Place } from "./focus-place.ts";
import { InOverlay, useHeldKeys } from "./held-keys.ts";

export interface OverlayProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  hideTitle?: boolean;
  className: string;
  children: ReactNode;
}

const doubleClickMs = 500;

/** What dialog and drawer share: scrim, focus kept inside and given back, Escape, heading. */
export function Overlay({ open, onClose, title, description, hideTitle, className, children }: OverlayProps) {
  const opener = useRef<Place>(undefined);
  const openedAt = useRef(0);
  /** Whether a press has begun in here since it opened. */
  const pressed = useRef(false);
  /** What lies where the opening button was is not meant by the second press of a double click on it. */
  const dropSecondPress = (event: MouseEvent) => {
    pressed.current ||= event.detail === 1;
    if (pressed.current || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Earlier than a layout effect: an `autoFocus` inside takes the focus in that phase, and Radix would give it back to that input.
  useInsertionEffect(() => {
    if (!open) return;
    opener.current = openedFrom();
    openedAt.current = performance.now();
    pressed.current = false;
  }, [open]);
  // Its content is drawn and gets the focus a moment after it is open.
  const [arrived, setArrived] = useState(false);
  const wanted = useRef<HTMLElement>(undefined);
  useHeldKeys(open && !arrived, onClose);
  // A dialog that lies under this one takes the focus back before the field that wants it hears of it.
  useInsertionEffect(() => {
    if (!open || arrived) return undefined;
    const note = ({ target, relatedTarget }: FocusEvent) => {
      const dialog = relatedTarget instanceof HTMLElement ? relatedTarget.closest("[role=dialog]") : null;
      if (dialog && dialog !== (target as Element).closest("[role=dialog]")) wanted.current = relatedTarget as HTMLElement;
    };
    document.addEventListener("focusout", note, { capture: true });
    return () => document.removeEventListener("focusout", note, { capture: true });
  }, [open, arrived]);
  // Radix gives the focus back to what it saw get it. A field with `autoFocus` got it before Radix looked: a page that is drawn behind
  // the dialog would take it away for good.
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const active = document.activeElement;
    if (arrived && content.current?.contains(active)) active?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  }, [arrived]);
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        {/* A press here takes the focus from nothing inside: it closes the dialog, or is the second one of a double click. */}
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" onMouseDown={(event) => event.preventDefault()} />
        <Radix.Content
          ref={content}
          onMouseDownCapture={dropSecondPress}
          onClickCapture={dropSecondPress}
          onFocusCapture={({ target }) => {
            if (!arrived) wanted.current = target;
          }}
          // The heading is read first, unless a field wants the focus. A dialog that lies under this one may have taken it back.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (wanted.current ?? (event.currentTarget as HTMLElement)).focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            wanted.current = undefined;
            giveBack(opener.current);
          }}
          // What comes as fast as this is the second press of a double click, meant for the button that opened it.
          onPointerDownOutside={(event) => {
            if (event.detail.originalEvent.timeStamp - openedAt.current < doubleClickMs) event.preventDefault();
          }}
          // Radix hears the key before the field does. A field with something of its own open closes that first.
          onEscapeKeyDown={(event) => {
            if ((event.target as Element).matches("[data-takes-escape]")) event.preventDefault();
          }}
          // The focus comes here, or beside the form, when what had it is gone, as a link of a list that follows by itself. The key still means the form.
          onKeyDown={(event) => {
            if ((event.target as Element).closest("form") || event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
            event.currentTarget.querySelector("form")?.requestSubmit();
          }}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={cx("fixed z-40 flex flex-col bg-surface shadow-pop outline-none", className)}
        >
          {hideTitle ? (
            <Radix.Title className="sr-only">{title}</Radix.Title>
          ) : (
            <div className="flex items-start gap-3 px-4 pt-3">
              <div className="min-w-0 flex-1 pt-1">
                <Radix.Title className="text-lg font-semibold break-words">{title}</Radix.Title>
                {description ? <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description> : null}
              </div>
              <Radix.Close
                aria-label="Close"
                className="grid size-8 shrink-0 place-content-center rounded-md text-ink-2 hover:bg-hover hover:text-ink"
              >
                <X size={16} strokeWidth={1.75} aria-hidden />
              </Radix.Close>
            </div>
          )}
          <InOverlay value>{children}</InOverlay>
          <Arrival onChange={setArrived} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Tells when what is beside it is there, behind every focus that it took. */
function Arrival({ onChange }: { onChange: (arrived: boolean) => void }) {
  useEffect(() => {
    onChange(true);
    return () => onChange(false);
  }, [onChange]);
  return null;
}
