import { useContractForm } from "#api/form.ts";
import { useMay } from "#api/roles.ts";
import type { ViewSource } from "#api/view-source.ts";
import { createListView } from "#contract/teams/list-views.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";

interface SaveViewProps<S> {
  open: boolean;
  onClose: () => void;
  source: ViewSource<S>;
}

/** Keeps filters and order of the list under a name. */
export function SaveView<S>({ open, onClose, source }: SaveViewProps<S>) {
  return (
    <Dialog open={open} onClose={onClose} title="Save a view">
      <Inside onClose={onClose} source={source} />
    </Dialog>
  );
}

function Inside<S>({ onClose, source }: Omit<SaveViewProps<S>, "open">) {
  const manages = useMay(createListView, { scope: "team" });
  const form = useContractForm(createListView, {
    defaultValues: { name: "", scope: "personal", search: "" },
    submit: async ({ name, scope }) => {
      await source.create({ name, scope, shows: source.shown });
      return name;
    },
    onDone: (name) => {
      toast(`View “${name}” saved`);
      onClose();
    },
    fieldOfCode: { name_taken: "name" },
  });
  return (
    <Form {...form.props} submit="Save view" onCancel={onClose}>
      <p className="text-sm text-ink-2">Filters: {source.inWords(source.shown)}</p>
      <Field label="Name" {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
      <Field group label="Visible to" {...form.field("scope")}>
        <RadioGroup
          options={[
            { value: "personal", label: "For me", hint: "Only you see it." },
            {
              value: "team",
              label: "For the team",
              hint: manages ? "Everyone in the team sees it." : "Managers and above can save views for the team.",
              disabled: !manages,
            },
          ]}
        />
      </Field>
    </Form>
  );
}
