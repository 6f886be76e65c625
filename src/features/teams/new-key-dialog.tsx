import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { createApiKey, createTeamApiKey } from "#contract/teams/api-keys.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";

/** Asks for a name, then shows the key once. With `teamId` the key acts in that team only. */
export function NewKeyDialog({ open, onClose, teamId }: { open: boolean; onClose: () => void; teamId?: string }) {
  const [key, setKey] = useState<string | null>(null);
  const [warned, setWarned] = useState(false);
  const close = () => {
    setKey(null);
    setWarned(false);
    onClose();
  };
  return (
    <Dialog
      open={open}
      // Escape, or a click beside it, may be a slip, and the key is lost with it.
      onClose={key === null ? close : () => setWarned(true)}
      title={key === null ? "New API key" : "Copy the key now"}
      {...(key === null ? {} : { description: "It is shown only once. Caseload keeps only its last four characters." })}
    >
      {key !== null ? (
        <OneTimeKey value={key} warned={warned} onDone={close} />
      ) : teamId ? (
        <TeamKeyForm teamId={teamId} onKey={setKey} onClose={close} />
      ) : (
        <OwnKeyForm onKey={setKey} onClose={close} />
      )}
    </Dialog>
  );
}

interface KeyFormProps {
  onKey: (key: string) => void;
  onClose: () => void;
}

function OwnKeyForm({ onKey, onClose }: KeyFormProps) {
  const { teams } = useSession();
  const create = useWrite(createApiKey);
  const form = useContractForm(createApiKey, {
    id: "new-key",
    defaultValues: { name: "", team_id: null, reads_only: false },
    submit: (body) => create.mutateAsync({ body }),
    onDone: ({ key }) => onKey(key),
  });
  const { limits: _limits, ...team } = form.field("team_id");
  return (
    <Form {...form.props} submit="Create key" onCancel={onClose}>
      <Field label="Name" hint="Where you will use it, for example “nightly import”" {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
      <Field label="Acts in" {...team}>
        <Select empty="All your teams" options={teams.map(({ id, name }) => ({ value: id, label: name }))} />
      </Field>
      <Checkbox label="Read only" hint="The key sees what you see, and cannot change anything." {...form.field("reads_only")} />
    </Form>
  );
}

function TeamKeyForm({ teamId, onKey, onClose }: KeyFormProps & { teamId: string }) {
  const create = useWrite(createTeamApiKey);
  const form = useContractForm(createTeamApiKey, {
    id: `new-key-${teamId}`,
    defaultValues: { name: "" },
    submit: (body) => create.mutateAsync({ params: { teamId }, body }),
    onDone: ({ key }) => onKey(key),
  });
  return (
    <Form {...form.props} submit="Create key" onCancel={onClose}>
      <Field label="Name" hint="Where you will use it, for example “nightly import”" {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
    </Form>
  );
}

function OneTimeKey({ value, warned, onDone }: { value: string; warned: boolean; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <code className="rounded-md border border-line bg-sunken p-3 text-sm break-all select-all">{value}</code>
      {warned ? (
        <p role="alert" className="rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
          Have you copied it? It cannot be shown again.
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <CopyButton text={value} words="Copy" />
        <Button tone="primary" size="sm" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
