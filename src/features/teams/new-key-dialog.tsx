import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { useSession, useTeam } from "#api/session.ts";
import { createApiKey, createTeamApiKey } from "#contract/teams/api-keys.ts";
import { Form } from "#ui/form.tsx";
import { KeyDialog, type KeyFormProps } from "./key-dialog.tsx";
import { KeyFields } from "./key-fields.tsx";
import { firstPreset, presetOf } from "./key-presets.ts";

const { name, reads_only, expires_in_days } = firstPreset;
const begin = { name, reads_only, expires_in_days };

/** With `teamId` the key acts in that team only. */
export function NewKeyDialog({ open, onClose, teamId }: { open: boolean; onClose: () => void; teamId?: string }) {
  return (
    <KeyDialog open={open} onClose={onClose} title="New API key">
      {(props) => (teamId ? <TeamKeyForm teamId={teamId} {...props} /> : <OwnKeyForm {...props} />)}
    </KeyDialog>
  );
}

/** Begins with the team that the console shows. */
function OwnKeyForm({ onKey, onClose }: KeyFormProps) {
  const { teams } = useSession();
  const here = useTeam()?.id;
  const options = teams
    .toSorted((a, b) => Number(b.id === here) - Number(a.id === here))
    .map(({ id, name: label }) => ({ value: id, label }));
  const create = useWrite(createApiKey);
  const form = useContractForm(createApiKey, {
    id: "new-key",
    defaultValues: { ...begin, team_id: options[0]?.value ?? null },
    submit: (body) => create.mutateAsync({ body }),
    onDone: ({ key }) => onKey(key),
  });
  const preset = presetOf({
    reads_only: useFieldValue(form, "reads_only") === true,
    expires_in_days: useFieldValue(form, "expires_in_days") ?? null,
    oneTeam: useFieldValue(form, "team_id") !== null,
  });
  return (
    <Form {...form.props} submit="Create key" onCancel={onClose}>
      <KeyFields
        form={form}
        preset={preset}
        team={{
          field: form.field("team_id"),
          options,
          set: (id) => form.set("team_id", id),
        }}
      />
    </Form>
  );
}

function TeamKeyForm({ teamId, onKey, onClose }: KeyFormProps & { teamId: string }) {
  const create = useWrite(createTeamApiKey);
  const form = useContractForm(createTeamApiKey, {
    id: `new-key-${teamId}`,
    defaultValues: begin,
    submit: (body) => create.mutateAsync({ params: { teamId }, body }),
    onDone: ({ key }) => onKey(key),
  });
  const preset = presetOf({
    reads_only: useFieldValue(form, "reads_only") === true,
    expires_in_days: useFieldValue(form, "expires_in_days") ?? null,
    oneTeam: undefined,
  });
  return (
    <Form {...form.props} submit="Create key" onCancel={onClose}>
      <KeyFields form={form} preset={preset} />
    </Form>
  );
}
