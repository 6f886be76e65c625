import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { type WebhookSource, createWebhookSource } from "#contract/schedules/webhook-sources.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { OneTimeSecret } from "./one-time-secret.tsx";
import { addressOf } from "./source-words.ts";

interface NewSourceProps {
  open: boolean;
  teamId: string;
  onClose: () => void;
  /** Told the id once the secret was read. */
  onCreated: (id: string) => void;
}

/** Asks for a name, then shows address and secret once. */
export function NewSource({ open, teamId, onClose, onCreated }: NewSourceProps) {
  const [made, setMade] = useState<{ source: WebhookSource; secret: string }>();
  const [warned, setWarned] = useState(false);
  // Also where the browser went back: the secret of one source is no answer to the next.
  if (!open && made) {
    setMade(undefined);
    setWarned(false);
  }
  return (
    <Dialog
      open={open}
      // Escape, or a click beside it, may be a slip, and the secret is lost with it.
      onClose={made ? () => setWarned(true) : onClose}
      title={made ? "Copy the secret now" : "New webhook source"}
      {...(made && { description: "Give both to the service that sends events. The secret is shown only once." })}
    >
      {made ? (
        <OneTimeSecret address={addressOf(made.source)} secret={made.secret} warned={warned} onDone={() => onCreated(made.source.id)} />
      ) : (
        <NameForm teamId={teamId} onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface NameFormProps {
  teamId: string;
  onMade: (made: { source: WebhookSource; secret: string }) => void;
  onClose: () => void;
}

function NameForm({ teamId, onMade, onClose }: NameFormProps) {
  const create = useWrite(createWebhookSource);
  const form = useContractForm(createWebhookSource, {
    id: `new-webhook-source-${teamId}`,
    defaultValues: { name: "" },
    submit: (body) => create.mutateAsync({ params: { teamId }, body }),
    onDone: onMade,
    fieldOfCode: { name_taken: "name" },
  });
  return (
    <Form {...form.props} submit="Create webhook source" onCancel={onClose}>
      <Field label="Name" hint="The service that sends the events, for example “Payments”" {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
    </Form>
  );
}
