import { pathTo } from "#api/path-to.ts";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { useGo } from "#ui/link.tsx";
import { TextInput } from "#ui/text-input.tsx";

export function NewProcess({ teamId, open, onClose }: { teamId: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="New process"
      description="It starts in Unsorted. Place it in the landscape when you know where it belongs."
    >
      <NewProcessForm teamId={teamId} onClose={onClose} />
    </Dialog>
  );
}

function NewProcessForm({ teamId, onClose }: { teamId: string; onClose: () => void }) {
  const go = useGo();
  const create = useWrite(createClarityProcess);
  const form = useContractForm(createClarityProcess, {
    id: `new-process-${teamId}`,
    defaultValues: { name: "" },
    submit: ({ name }) => create.mutateAsync({ params: { teamId }, body: { name: name ?? "" } }),
    onDone: ({ process }) => go(pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId: process.id })),
  });
  return (
    <Form {...form.props} submit="Create process" onCancel={onClose}>
      <Field label="Name" hint="What is done, as a verb and a noun" {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" placeholder="Pay a supplier’s invoice" />
      </Field>
    </Form>
  );
}
