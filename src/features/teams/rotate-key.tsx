import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { type ApiKey, rotateApiKey } from "#contract/teams/api-keys.ts";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Select } from "#ui/select.tsx";
import { KeyDialog, type KeyFormProps } from "./key-dialog.tsx";

const overlaps = [
  { value: "0", label: "Ends at once" },
  { value: "1", label: "Works for 1 more hour" },
  { value: "24", label: "Works for 24 more hours" },
  { value: "168", label: "Works for 7 more days" },
];

/** Makes the key that replaces another; closed while there is none. */
export function RotateKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  return (
    <KeyDialog
      open={apiKey !== null}
      onClose={onClose}
      title={`Rotate ${apiKey?.name ?? "the key"}`}
      description="A new key with the same name, team and rights replaces this one."
    >
      {(props) => (apiKey ? <RotateForm id={apiKey.id} {...props} /> : null)}
    </KeyDialog>
  );
}

function RotateForm({ id, onKey, onClose }: KeyFormProps & { id: string }) {
  const rotate = useWrite(rotateApiKey);
  const form = useContractForm(rotateApiKey, {
    defaultValues: { overlap_hours: 24 },
    submit: (body) => rotate.mutateAsync({ params: { id }, body }),
    onDone: ({ key }) => onKey(key),
  });
  const { limits: _limits, ...overlap } = form.field("overlap_hours");
  return (
    <Form {...form.props} submit="Create new key" onCancel={onClose}>
      <Field label="The current key" hint="Replace it with the new key in time. If someone else may have it, end it at once." {...overlap}>
        <Select autoFocus options={overlaps} />
      </Field>
    </Form>
  );
}
