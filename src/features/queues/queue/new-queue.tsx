import { useContractForm } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { useGo } from "#ui/link.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { toast } from "#ui/toast.ts";

export function NewQueue({ open, onClose, teamId }: { open: boolean; onClose: () => void; teamId: string }) {
  return (
    <Dialog open={open} onClose={onClose} title="New queue">
      <NewQueueForm onClose={onClose} teamId={teamId} />
    </Dialog>
  );
}

function NewQueueForm({ onClose, teamId }: { onClose: () => void; teamId: string }) {
  const go = useGo();
  const create = useWrite(createQueue);
  const form = useContractForm(createQueue, {
    id: `new-queue-${teamId}`,
    defaultValues: { name: "", description: "" },
    submit: ({ name, description }) => create.mutateAsync({ params: { teamId }, body: { name, description: description || null } }),
    onDone: ({ queue }) => {
      toast(`${queue.name} created`);
      onClose();
      go(pathTo("/t/$teamId/queues/$queueId", { teamId, queueId: queue.id }));
    },
    fieldOfCode: { name_taken: "name" },
  });
  return (
    <Form {...form.props} submit="Create queue" onCancel={onClose}>
      <Field label="Name" hint="One kind of work, for example “Invoices to check”." {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
      <Field label="Description" {...form.field("description")}>
        <Textarea />
      </Field>
    </Form>
  );
}
