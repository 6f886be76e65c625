import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { type WebhookSource, updateWebhookSource } from "#contract/schedules/webhook-sources.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";

export function RenameSource({ source, open, onClose }: { source: WebhookSource; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Rename the webhook source">
      <NameForm source={source} onClose={onClose} />
    </Dialog>
  );
}

function NameForm({ source, onClose }: { source: WebhookSource; onClose: () => void }) {
  const update = useWrite(updateWebhookSource);
  const form = useContractForm(updateWebhookSource, {
    defaultValues: { name: source.name },
    submit: ({ name }) => update.mutateAsync({ params: { source_id: source.id }, body: { name } }),
    onDone: () => {
      toast("Saved");
      onClose();
    },
    fieldOfCode: { name_taken: "name" },
  });
  const name = form.field("name");
  return (
    <Form {...form.props} submit="Save name" onCancel={onClose}>
      <Field label="Name" {...name} limits={{ ...name.limits, required: true }}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
    </Form>
  );
}
