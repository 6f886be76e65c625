import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { createSecret, type Secret, updateSecret } from "#contract/connections/secrets.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";
import { changesOf, newVariable, secretSchema, type Variable, valuesOf } from "./secret-form.ts";
import { SecretUses } from "./secret-uses.tsx";
import { SecretVariables } from "./secret-variables.tsx";

interface SecretDialogProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  /** Absent: a further one. */
  secret?: Secret | undefined;
  onDelete: (secret: Secret) => void;
}

export function SecretDialog({ open, ...rest }: SecretDialogProps) {
  const { secret, teamId, onClose } = rest;
  const mayShare = useMay(createSecret, { user_id: null });
  return (
    <Dialog open={open} onClose={onClose} size="md" title={secret?.name ?? "New secret"}>
      {secret ? <SecretUses teamId={teamId} secret={secret} /> : null}
      {secret && secret.user_id === null && !mayShare ? <SharedKeys secret={secret} /> : <SecretForm {...rest} mayShare={mayShare} />}
    </Dialog>
  );
}

function SharedKeys({ secret }: { secret: Secret }) {
  return (
    <>
      <p className="mb-3 text-ink-2">It is shared with the team. Only Managers and above can change it.</p>
      <ul aria-label="Variables" className="divide-y divide-line rounded-md border border-line font-mono text-sm">
        {secret.env_var_keys.map((key) => (
          <li key={key} className="px-3 py-1.5 break-all">
            {key}
          </li>
        ))}
      </ul>
    </>
  );
}

function SecretForm({ onClose, teamId, secret, onDelete, mayShare }: Omit<SecretDialogProps, "open"> & { mayShare: boolean }) {
  const create = useWrite(createSecret);
  const update = useWrite(updateSecret);
  // The variables are typed over those of this moment: compared with later ones, they would remove what somebody else adds.
  const [opened] = useState(secret);
  const stored = opened?.env_var_keys ?? [];
  const form = useContractForm(secretSchema(stored), {
    id: `secret-${teamId}-${secret?.id ?? "new"}`,
    defaultValues: {
      name: opened?.name ?? "",
      shared: opened?.user_id === null,
      variables: opened ? stored.map((key): Variable => ({ from: key, key, value: "" })) : [newVariable],
    },
    secrets: ["variables"],
    submit: ({ name, shared, variables }) =>
      opened
        ? update.mutateAsync({ params: { id: opened.id }, body: changesOf(opened, { name, shared, variables }) })
        : create.mutateAsync({ params: { teamId }, body: { name, shared, values: valuesOf(variables) } }),
    onDone: ({ name }) => {
      toast(`${name} saved`);
      onClose();
    },
  });
  const variables = useFieldValue(form, "variables");
  return (
    <Form
      {...form.props}
      submit="Save secret"
      onCancel={onClose}
      extra={
        secret ? (
          <Button tone="quiet" icon={Trash2} onClick={() => onDelete(secret)}>
            Delete
          </Button>
        ) : null
      }
    >
      <Field label="Name" hint="Where it is from, for example “Mail provider”" {...form.field("name")}>
        <TextInput autoFocus={!secret} autoComplete="off" />
      </Field>
      <SecretVariables
        variables={variables}
        errorOf={(row, field) => form.errorOf(`variables.${row}.${field}`)}
        onChange={(next) => form.set("variables", next)}
      />
      {mayShare ? (
        <Checkbox
          label="Shared with the team"
          hint="Every run gets it, and Managers can change it. Otherwise only runs that you start get it."
          {...form.field("shared")}
        />
      ) : (
        <p className="text-sm text-ink-2">Only runs that you start get it. Managers can share secrets with the team.</p>
      )}
    </Form>
  );
}
