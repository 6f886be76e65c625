import { type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialog.tsx";

export interface KeyFormProps {
  readonly onKey: (key: string) => void;
  readonly onClose: () => void;
}

interface KeyDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: (form: KeyFormProps) => ReactNode;
}

/** A form that makes a key, then the key: shown this once. */
export function KeyDialog({ open, onClose, title, description, children }: KeyDialogProps) {
  const [key, setKey] = useState<string | null>(null);
  const [warned, setWarned] = useState(false);
  const close = () => {
    setKey(null);
    setWarned(false);
    onClose();
  };
  return (
    <Dialog
      open={open}
      // Escape, or a click beside it, may be a slip, and the key is lost with it.
      onClose={key === null ? close : () => setWarned(true)}
      title={key === null ? title : "Copy the key now"}
      description={key === null ? description : "It is shown only once. Caseload keeps only its last four characters."}
    >
      {key === null ? children({ onKey: setKey, onClose: close }) : <OneTimeKey value={key} warned={warned} onDone={close} />}
    </Dialog>
  );
}

function OneTimeKey({ value, warned, onDone }: { value: string; warned: boolean; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <code className="rounded-md border border-line bg-sunken p-3 text-sm break-all select-all">{value}</code>
      {warned ? (
        <p role="alert" className="rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
          Have you copied it? It cannot be shown again.
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <CopyButton text={value} words="Copy" />
        <Button tone="primary" size="sm" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
