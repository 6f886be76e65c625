import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { type WebhookSource, rotateWebhookSecret } from "#contract/schedules/webhook-sources.ts";
import { givesSecret, mostOverlapHours } from "#contract/schedules/webhook-words.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { OneTimeSecret } from "./one-time-secret.tsx";
import { SecretEntry } from "./secret-entry.tsx";
import { copyTitle } from "./sender-words.ts";

/** Replaces the secret: with one made here, which is then shown once, or with one of the service that sends. */
export function RotateSecret({ source, open, onClose }: { source: WebhookSource; open: boolean; onClose: () => void }) {
  const [secret, setSecret] = useState<string>();
  const [warned, setWarned] = useState(false);
  const done = () => {
    setSecret(undefined);
    setWarned(false);
    onClose();
  };
  const { sender, has_secret } = source;
  return (
    <Dialog
      open={open}
      onClose={secret === undefined ? onClose : () => setWarned(true)}
      title={secret !== undefined ? copyTitle(sender) : has_secret ? "Replace the secret" : "Enter the secret"}
      {...(secret !== undefined && { description: "It is shown only once." })}
    >
      {secret !== undefined ? (
        <OneTimeSecret source={source} secret={secret} warned={warned} onDone={done} />
      ) : givesSecret[sender] ? (
        <SecretEntry source={source} onDone={onClose} onCancel={onClose} />
      ) : (
        <OverlapForm source={source} onSecret={setSecret} onClose={onClose} />
      )}
    </Dialog>
  );
}

function OverlapForm({ source, onSecret, onClose }: { source: WebhookSource; onSecret: (secret: string) => void; onClose: () => void }) {
  const rotate = useWrite(rotateWebhookSecret);
  const form = useContractForm(rotateWebhookSecret, {
    defaultValues: { overlap_hours: 24 },
    submit: (body) => rotate.mutateAsync({ params: { source_id: source.id }, body }),
    onDone: ({ secret }) => onSecret(secret ?? ""),
  });
  return (
    <Form {...form.props} submit="Replace secret" onCancel={onClose}>
      <p className="text-ink-2">The present secret is taken until you have changed it in the other service.</p>
      <Field
        label="Keep the present secret for"
        hint={`Hours, at most ${mostOverlapHours}. With 0 it stops now.`}
        {...form.field("overlap_hours")}
        className="w-48"
      >
        <NumberInput autoFocus />
      </Field>
    </Form>
  );
}
