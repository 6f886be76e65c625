import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { createCases, NewCase } from "#contract/queues/cases.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { toast } from "#ui/toast.ts";
import { priorityWords } from "./case-search.ts";
import { priorityWord } from "./case-words.ts";

interface NewCaseProps {
  onClose: () => void;
  queueId: string;
  onDone: () => void;
}

export function NewCaseDialog({ open, ...rest }: NewCaseProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={rest.onClose} title="New case" size="md">
      <NewCaseForm {...rest} />
    </Dialog>
  );
}

function NewCaseForm({ onClose, queueId, onDone }: NewCaseProps) {
  const create = useWrite(createCases, { alsoStale: ["Queues"] });
  const form = useContractForm(NewCase, {
    id: `new-case-${queueId}`,
    defaultValues: { title: "", data: "", priority: "none" },
    submit: (body) => create.mutateAsync({ params: { queue_id: queueId }, body: { case: body } }),
    onDone: () => {
      toast("The case is created");
      onClose();
      onDone();
    },
  });
  return (
    <Form {...form.props} submit="Create case" onCancel={onClose}>
      <Field label="Title" {...form.field("title")}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
      <Field label="Data" hint="What the agent needs to know: text, or JSON." {...form.field("data")}>
        <Textarea rows={6} />
      </Field>
      <Field label="Priority" {...form.field("priority")}>
        <Select options={priorityWords.map((value) => ({ value, label: priorityWord(value) }))} />
      </Field>
    </Form>
  );
}
