import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { caseDataRule, mustBeTyped } from "#contract/queues/case-data.ts";
import { createCases, NewCase } from "#contract/queues/cases.ts";
import { priorityWords } from "#features/queues/case-search.ts";
import { priorityWord } from "#features/queues/case-words.ts";
import { blankData } from "#features/queues/data/data-blank.ts";
import { DataField } from "#features/queues/data/data-field.tsx";
import { type DataCheck, useDataCheck } from "#features/queues/schema/schema-queries.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";

interface NewCaseProps {
  onClose: () => void;
  queueId: string;
  onDone: () => void;
}

export function NewCaseDialog({ open, ...rest }: NewCaseProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={rest.onClose} title="New case" size="md">
      <NewCaseContent {...rest} />
    </Dialog>
  );
}

function NewCaseContent(props: NewCaseProps) {
  const check = useDataCheck(props.queueId);
  return (
    <Loaded query={check} what="the fields of this queue" inline>
      {(found) => <NewCaseForm {...props} check={found} />}
    </Loaded>
  );
}

function NewCaseForm({ onClose, queueId, onDone, check: { schema, guarded } }: NewCaseProps & { check: DataCheck }) {
  const create = useWrite(createCases, { alsoStale: ["Queues"] });
  const plain = guarded ? mustBeTyped : undefined;
  const rule = schema ? NewCase.extend({ data: caseDataRule(schema, { plain }).optional() }) : NewCase;
  const form = useContractForm(rule, {
    id: `new-case-${queueId}`,
    defaultValues: { title: "", data: blankData(schema), priority: "none" },
    within: "case",
    submit: (body) => create.mutateAsync({ params: { queue_id: queueId }, body: { case: body } }),
    onDone: ({ added_cases: [made] }) => {
      toast(`“${made?.title}” created`);
      onClose();
      onDone();
    },
  });
  return (
    <Form {...form.props} submit="Create case" onCancel={onClose}>
      <Field label="Title" {...form.field("title")}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
      <DataField
        schema={schema}
        text={useFieldValue(form, "data") ?? ""}
        onChange={(text) => form.set("data", text)}
        error={form.errorOf("data")}
        errors={form.errorsBelow("data")}
      />
      <Field label="Priority" {...form.field("priority")}>
        <Select options={priorityWords.map((value) => ({ value, label: priorityWord(value) }))} />
      </Field>
    </Form>
  );
}
