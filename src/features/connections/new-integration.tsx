import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { createCustomIntegration } from "#contract/connections/integrations.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";
import { OwnClient } from "./own-client.tsx";

interface NewIntegrationProps {
  teamId: string;
  open: boolean;
  onClose: () => void;
}

export function NewIntegration({ open, onClose, teamId }: NewIntegrationProps) {
  return (
    <Dialog open={open} onClose={onClose} title="New integration">
      <IntegrationForm teamId={teamId} onClose={onClose} />
    </Dialog>
  );
}

function IntegrationForm({ teamId, onClose }: Omit<NewIntegrationProps, "open">) {
  const create = useWrite(createCustomIntegration);
  const form = useContractForm(createCustomIntegration, {
    id: `integration-${teamId}`,
    defaultValues: { name: "", server_url: "", auth_method: "headers" },
    secrets: ["oauth_client_secret"],
    fieldOfCode: { name_taken: "name", server_taken: "server_url", outbound_refused: "server_url" },
    submit: (body) => create.mutateAsync({ params: { teamId }, body }),
    onDone: ({ name }) => {
      toast(`${name} created`);
      onClose();
    },
  });
  return (
    <Form {...form.props} submit="Create integration" onCancel={onClose}>
      <Field label="Name" hint="What people know the service by" {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
      <Field label="Server address" hint="The address of its MCP server" {...form.field("server_url")}>
        <TextInput code inputMode="url" placeholder="https://mcp.example.com/mcp" />
      </Field>
      <Field label="How people connect" group {...form.field("auth_method")}>
        <RadioGroup
          options={[
            { value: "headers", label: "With headers", hint: "Each person enters a key or a token." },
            { value: "oauth", label: "With their account there", hint: "Each person signs in at the service (OAuth)." },
            { value: "url", label: "No sign-in", hint: "The server needs only its address." },
          ]}
        />
      </Field>
      {useFieldValue(form, "auth_method") === "oauth" ? (
        <OwnClient id={form.field("oauth_client_id")} secret={form.field("oauth_client_secret")} />
      ) : null}
    </Form>
  );
}
