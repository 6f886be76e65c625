import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { createApiKey } from "#contract/teams/api-keys.ts";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";

/** Makes a key in place. The configuration beside it is then complete, and shows the key this once. */
export function ClientKey({ name, readOnly, onKey }: { name: string; readOnly: boolean; onKey: (key: string) => void }) {
  const { teams } = useSession();
  const create = useWrite(createApiKey);
  const form = useContractForm(createApiKey, {
    id: "client-key",
    defaultValues: { name, team_id: teams[0]?.id ?? null },
    submit: (body) => create.mutateAsync({ body: { ...body, reads_only: readOnly } }),
    onDone: ({ key }) => onKey(key),
  });
  const { limits: _limits, ...team } = form.field("team_id");
  return (
    <Form {...form.props} submit="Create key">
      <Field label="Name" hint="How you recognize the client in the list of your keys" {...form.field("name")}>
        <TextInput autoComplete="off" />
      </Field>
      <Field label="Acts in" {...team}>
        <Select empty="All your teams" options={teams.map((each) => ({ value: each.id, label: each.name }))} />
      </Field>
    </Form>
  );
}
