import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import type { Case } from "#contract/queues/case.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { toast } from "#ui/toast.ts";
import { priorityWords } from "./case-search.ts";
import { priorityWord } from "./case-words.ts";

export function EditCase({ open, onClose, one }: { open: boolean; onClose: () => void; one: Case }) {
  return (
    <Dialog open={open} onClose={onClose} title="Edit case" size="md">
      <EditForm onClose={onClose} one={one} />
    </Dialog>
  );
}

function EditForm({ onClose, one }: { onClose: () => void; one: Case }) {
  const update = useWrite(updateCase);
  const [before] = useState(one);
  const form = useContractForm(updateCase, {
    id: `case-${one.id}`,
    defaultValues: { title: before.title, data: before.data, priority: before.priority },
    // Only what was changed: another tab may have saved the rest meanwhile.
    submit: ({ title, data, priority }) =>
      update.mutateAsync({
        params: { case_id: one.id },
        body: {
          ...(title === before.title ? {} : { title: title ?? "" }),
          ...((data ?? "") === before.data ? {} : { data: data ?? "" }),
          ...(priority === before.priority ? {} : { priority }),
        },
      }),
    onDone: () => {
      toast("The case is saved");
      onClose();
    },
  });
  return (
    <Form {...form.props} submit="Save" onCancel={onClose}>
      <Field label="Title" {...form.field("title")} limits={{ required: true, maxLength: 500 }}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
      <Field label="Data" {...form.field("data")}>
        <Textarea code rows={10} />
      </Field>
      <Field label="Priority" {...form.field("priority")} limits={{ required: true }}>
        <Select options={priorityWords.map((value) => ({ value, label: priorityWord(value) }))} />
      </Field>
    </Form>
  );
}
