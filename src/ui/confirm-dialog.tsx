import { type ReactNode, useCallback, useRef, useState } from "react";
import { ConfirmGuard, type WhyNot } from "./confirm-guard.ts";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Form } from "./form.tsx";
import { TextInput } from "./text-input.tsx";

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What happens, and what goes with it. */
  children: ReactNode;
  /** The verb: "Delete agent". */
  action: string;
  /** What can be changed back, though not without a trace: not in the colour of danger. */
  mild?: boolean;
  /** Asks for this name to be typed: for what cannot be undone. */
  typedName?: string;
  /** Settles when it is done; what it throws is shown and the dialog stays open. */
  onConfirm: () => Promise<unknown>;
}

/** Only for what cannot be undone, which a started run cannot either. Anything else happens at once and offers Undo in a toast. */
export function ConfirmDialog({ open, onClose, title, children, action, mild = false, typedName, onConfirm }: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <Question onClose={onClose} action={action} mild={mild} onConfirm={onConfirm} {...(typedName === undefined ? {} : { typedName })}>
        {children}
      </Question>
    </Dialog>
  );
}

function Question({ onClose, children, action, mild = false, typedName, onConfirm }: Omit<ConfirmDialogProps, "open" | "title">) {
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const guard = useRef<WhyNot>(undefined);
  const guardWith = useCallback((whyNot: WhyNot) => {
    guard.current = whyNot;
    return () => void (guard.current = undefined);
  }, []);
  const fits = typedName === undefined || typed.trim() === typedName.trim();
  const submit = async () => {
    setTried(true);
    if (!fits || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const notYet = await guard.current?.();
      setFailure(notYet);
      if (notYet === undefined) {
        await onConfirm();
        onClose();
      }
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "That did not work.");
    }
    setBusy(false);
  };
  return (
    <Form
      submit={action}
      tone={mild ? "primary" : "danger"}
      busy={busy}
      error={failure}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!fits) event.currentTarget.querySelector("input")?.focus();
        void submit();
      }}
    >
      <div className="flex flex-col gap-2 text-ink-2">
        <ConfirmGuard value={guardWith}>{children}</ConfirmGuard>
      </div>
      {typedName === undefined ? null : (
        <Field
          label="Type the name to confirm"
          hint={<span className="font-mono text-ink-2">{typedName}</span>}
          error={tried && !fits ? `Type “${typedName}” exactly` : undefined}
        >
          <TextInput value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" autoFocus />
        </Field>
      )}
    </Form>
  );
}
