import { useState } from "react";
import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { type WebhookSource, createWebhookSource } from "#contract/schedules/webhook-sources.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { OnlyHere } from "#ui/only-here.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { OneTimeSecret, Value } from "./one-time-secret.tsx";
import { SecretEntry } from "./secret-entry.tsx";
import { copyTitle, senderWords } from "./sender-words.ts";
import { addressOf } from "./source-words.ts";

interface Made {
  source: WebhookSource;
  secret: string | null;
}

interface NewSourceProps {
  open: boolean;
  teamId: string;
  onClose: () => void;
  /** Told the id once the secret was read. */
  onCreated: (id: string) => void;
}

/** Asks for a name and a service, then shows the address and what belongs to it. */
export function NewSource({ open, teamId, onClose, onCreated }: NewSourceProps) {
  const [made, setMade] = useState<Made>();
  const [warned, setWarned] = useState(false);
  // Also where the browser went back: the secret of one source is no answer to the next.
  if (!open && made) {
    setMade(undefined);
    setWarned(false);
  }
  return (
    <Dialog
      open={open}
      // Escape, or a click beside it, may be a slip, and a secret is lost with it.
      onClose={!made ? onClose : made.secret === null ? () => onCreated(made.source.id) : () => setWarned(true)}
      title={titleOf(made)}
      {...(made && { description: senderWords[made.source.sender].steps })}
    >
      {made ? (
        <Connect made={made} warned={warned} onDone={() => onCreated(made.source.id)} />
      ) : (
        <NameForm teamId={teamId} onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

function titleOf(made: Made | undefined): string {
  if (!made) return "New webhook source";
  const { sender } = made.source;
  if (made.secret === null) return `Connect ${senderWords[sender].name}`;
  return copyTitle(sender);
}

interface ConnectProps {
  made: Made;
  warned: boolean;
  onDone: () => void;
}

function Connect({ made: { source, secret }, warned, onDone }: ConnectProps) {
  if (secret !== null) return <OneTimeSecret source={source} secret={secret} warned={warned} onDone={onDone} />;
  const address = addressOf(source);
  return (
    <div className="flex flex-col gap-4">
      <Value label="Address" text={address} />
      <OnlyHere address={address} />
      <SecretEntry source={source} onDone={onDone} onLater={onDone} />
    </div>
  );
}

interface NameFormProps {
  teamId: string;
  onMade: (made: Made) => void;
  onClose: () => void;
}

function NameForm({ teamId, onMade, onClose }: NameFormProps) {
  const create = useWrite(createWebhookSource);
  const form = useContractForm(createWebhookSource, {
    id: `new-webhook-source-${teamId}`,
    defaultValues: { name: "", sender: "standard" },
    submit: (body) => create.mutateAsync({ params: { teamId }, body }),
    onDone: onMade,
    fieldOfCode: { name_taken: "name" },
  });
  const sender = useFieldValue(form, "sender") ?? "standard";
  const { limits: _limits, ...service } = form.field("sender");
  return (
    <Form {...form.props} submit="Create webhook source" onCancel={onClose}>
      <Field label="Name" hint="For example “Payments”" {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
      <Field label="Service that sends the events" hint={senderWords[sender].hint} {...service}>
        <Select options={Object.entries(senderWords).map(([value, { name }]) => ({ value, label: name }))} />
      </Field>
    </Form>
  );
}
