import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import type { ClarityProcess } from "#contract/clarity/process.ts";
import { updateClarityProcess } from "#contract/clarity/processes.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

export function RenameProcess({ open, onClose, process }: { open: boolean; onClose: () => void; process: ClarityProcess }) {
  return (
    <Dialog open={open} onClose={onClose} title="Rename process">
      <RenameForm process={process} onClose={onClose} />
    </Dialog>
  );
}

function RenameForm({ process: { id, name: former }, onClose }: { process: ClarityProcess; onClose: () => void }) {
  const update = useWrite(updateClarityProcess);
  const rename = (name: string) => update.mutateAsync({ params: { process_id: id }, body: { name } });
  const form = useContractForm(updateClarityProcess, {
    defaultValues: { name: former },
    submit: ({ name }) => rename(name ?? former),
    onDone: ({ process }) => {
      if (process.name !== former) toast("Renamed", { undo: () => void rename(former).catch(toastFailed) });
      onClose();
    },
  });
  return (
    <Form {...form.props} submit="Rename" onCancel={onClose}>
      <Field label="Name" {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" onFocus={(event) => event.target.select()} />
      </Field>
    </Form>
  );
}
