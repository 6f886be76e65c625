import { useState } from "react";
import { isFilePath } from "#contract/fields.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";

interface NewFolderProps {
  open: boolean;
  onClose: () => void;
  /** The one that is open. */
  folder: string;
  onName: (path: string) => void;
}

/** Opens a folder that holds nothing yet; the first file in it makes it real. */
export function NewFolder({ open, onClose, folder, onName }: NewFolderProps) {
  return (
    <Dialog open={open} onClose={onClose} title="New folder" description={folder === "" ? undefined : `In ${folder}/`}>
      <NameForm onClose={onClose} folder={folder} onName={onName} />
    </Dialog>
  );
}

function NameForm({ onClose, folder, onName }: Omit<NewFolderProps, "open">) {
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const path = (folder === "" ? "" : `${folder}/`) + name.trim();
  const fits = name.trim() !== "" && isFilePath(path);
  return (
    <Form
      submit="Open folder"
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!fits) return;
        onName(path);
        onClose();
      }}
    >
      <Field
        label="Name"
        hint="The folder is kept once it contains a file. Use / for subfolders."
        error={tried && !fits ? "Use a name such as invoices or 2026/october, without “.”, “..” or \\" : undefined}
      >
        <TextInput autoFocus autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </Form>
  );
}
