import { useContractForm } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { createAutomation } from "#contract/agents/automations.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { useGo } from "#ui/link.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";

export function NewAutomation({ open, onClose, teamId }: { open: boolean; onClose: () => void; teamId: string }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="New automation"
      description="It starts with one agent of the same name. Add more agents and queues on its page."
    >
      <NewAutomationForm onClose={onClose} teamId={teamId} />
    </Dialog>
  );
}

function NewAutomationForm({ onClose, teamId }: { onClose: () => void; teamId: string }) {
  const go = useGo();
  const create = useWrite(createAutomation);
  const form = useContractForm(createAutomation, {
    id: `new-automation-${teamId}`,
    defaultValues: { name: "" },
    submit: (body) => create.mutateAsync({ params: { teamId }, body }),
    onDone: ({ automation }) => {
      toast(`${automation.name} created`);
      onClose();
      go(pathTo("/t/$teamId/automations/$automationId", { teamId, automationId: automation.id }));
    },
  });
  return (
    <Form {...form.props} submit="Create automation" onCancel={onClose}>
      <Field label="Name" hint="The work that its agents do together, for example “Supplier invoices”." {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
    </Form>
  );
}
