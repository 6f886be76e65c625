import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { createCaseView } from "#contract/queues/case-views.ts";
import type { CaseSearch } from "#features/queues/case-search.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";
import { shownInWords, viewOfSearch } from "./view-filters.ts";

interface SaveViewProps {
  open: boolean;
  onClose: () => void;
  queueId: string;
  search: CaseSearch;
}

/** Keeps filters and order of the list under a name. */
export function SaveView({ open, onClose, ...rest }: SaveViewProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Save a view">
      <Inside onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Inside({ onClose, queueId, search }: Omit<SaveViewProps, "open">) {
  const manages = useMay("team:manager");
  const create = useWrite(createCaseView);
  const form = useContractForm(createCaseView, {
    defaultValues: { name: "", scope: "personal" },
    submit: ({ name, scope }) => create.mutateAsync({ params: { queue_id: queueId }, body: { name, scope, ...viewOfSearch(search) } }),
    onDone: ({ view }) => {
      toast(`View “${view.name}” saved`);
      onClose();
    },
    fieldOfCode: { name_taken: "name" },
  });
  return (
    <Form {...form.props} submit="Save view" onCancel={onClose}>
      <p className="text-sm text-ink-2">Filters: {shownInWords(search)}</p>
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
