import { useContractForm, useFieldValue } from "#api/form.ts";
import { caseDataRule, staysTyped } from "#contract/queues/case-data.ts";
import { type Case, caseTitle } from "#contract/queues/case.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { priorityWord } from "#features/queues/case-words.ts";
import { dataFacts } from "#features/queues/data/data-facts.ts";
import { mergeData } from "#features/queues/data/merge-data.ts";
import { type DataCheck, useDataCheck } from "#features/queues/schema/schema-queries.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Form } from "#ui/form.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { toast } from "#ui/toast.ts";
import { CaseFields } from "./case-fields.tsx";
import { useCaseEdit } from "./use-case-edit.ts";

export function EditCase({ open, onClose, one }: { open: boolean; onClose: () => void; one: Case }) {
  return (
    <Dialog open={open} onClose={onClose} title="Edit case" size="md">
      <EditContent onClose={onClose} one={one} />
    </Dialog>
  );
}

function EditContent({ onClose, one }: { onClose: () => void; one: Case }) {
  const check = useDataCheck(one.queue_id, one);
  return (
    <Loaded query={check} what="the fields of this case" inline>
      {(found) => <EditForm onClose={onClose} one={one} check={found} />}
    </Loaded>
  );
}

function EditForm({ onClose, one, check: { schema } }: { onClose: () => void; one: Case; check: DataCheck }) {
  const save = useCaseEdit(one);
  const plain = one.json_schema_id === null ? undefined : staysTyped;
  const titled = updateCase.body.safeExtend({ title: caseTitle });
  const rule = schema ? titled.safeExtend({ data: caseDataRule(schema, { plain, untouched: one.data }).optional() }) : titled;
  const form = useContractForm(rule, {
    id: `case-${one.id}`,
    defaultValues: { title: one.title, data: one.data, priority: one.priority },
    follows: ({ title, data, priority }) => ({
      Title: title,
      ...dataFacts(schema, data ?? ""),
      Priority: priorityWord(priority ?? "none"),
    }),
    merges: { data: (began = "", typed = "", stored = "") => mergeData(began, typed, stored) },
    submit: (_, changed) =>
      save({
        ...(changed.title === undefined ? {} : { title: changed.title }),
        ...("data" in changed ? { data: changed.data ?? "" } : {}),
        ...(changed.priority ? { priority: changed.priority } : {}),
      }),
    onDone: () => {
      toast("Case saved");
      onClose();
    },
  });
  return (
    <Form {...form.props} submit="Save" onCancel={onClose}>
      <CaseFields form={form} schema={schema} data={useFieldValue(form, "data")} />
    </Form>
  );
}
