import { useFailure } from "#api/failure.ts";
import { useState } from "react";
import type { AgentFolderRow } from "#contract/agents/agent-folders.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Select } from "#ui/select.tsx";
import { folderOptions } from "./folder-tree.ts";

interface MoveProps {
  onClose: () => void;
  /** Where it can go. */
  folders: readonly AgentFolderRow[];
  /** Where it lies; null: at the root. */
  from: string | null;
  /** What it throws is shown and the dialog stays open. */
  onMove: (to: string | null) => Promise<unknown>;
}

/** Asks for a folder to move something into. */
export function MoveDialog({ open, title, ...rest }: MoveProps & { open: boolean; title: string }) {
  return (
    <Dialog open={open} onClose={rest.onClose} title={title}>
      <Destination {...rest} />
    </Dialog>
  );
}

function Destination({ onClose, folders, from, onMove }: MoveProps) {
  const [to, setTo] = useState(from ?? "");
  const [busy, setBusy] = useState(false);
  const { words: failure, setFailure } = useFailure();
  const submit = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onMove(to === "" ? null : to);
      onClose();
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <Form
      submit="Move"
      busy={busy}
      error={failure}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <Field label="Folder">
        <Select autoFocus empty="No folder" options={folderOptions(folders)} value={to} onChange={(event) => setTo(event.target.value)} />
      </Field>
    </Form>
  );
}
