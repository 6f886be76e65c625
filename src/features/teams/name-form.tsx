import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { updateProfile } from "#contract/teams/profile.ts";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

export function NameForm({ name }: { name: string }) {
  const update = useWrite(updateProfile);
  const form = useContractForm(updateProfile, {
    id: "profile-name",
    defaultValues: { name },
    submit: (body) => update.mutateAsync({ body }),
    onDone: ({ profile }) => {
      const undo = () => update.mutate({ body: { name } }, { onSuccess: () => form.reset({ name }), onError: toastFailed });
      toast("Name saved", { undo });
      form.saved({ name: profile.name ?? "" });
    },
  });
  return (
    <Form {...form.props} submit="Save" tone="secondary" inline>
      <Field label="Name" {...form.field("name")}>
        <TextInput autoComplete="name" />
      </Field>
    </Form>
  );
}
