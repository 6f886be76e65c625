import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { caseDataRule, mustBeTyped } from "#contract/queues/case-data.ts";
import type { Case } from "#contract/queues/case.ts";
import { createCases, NewCase } from "#contract/queues/cases.ts";
import { blankData } from "#features/queues/data/data-blank.ts";
import { LabelChip } from "#features/queues/labels/label-chip.tsx";
import { type DataCheck, useDataCheck } from "#features/queues/schema/schema-queries.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { CaseFields } from "./case-fields.tsx";

interface NewCaseProps {
  onClose: () => void;
  queueId: string;
  /** The case that the form is filled in from. */
  from?: Case;
  onDone: (made: Case | undefined) => void;
}

export function NewCaseDialog({ open, ...rest }: NewCaseProps & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
      title={rest.from ? "New case from this one" : "New case"}
      description={rest.from && "Attachments, approvals and runs are not copied."}
      size="md"
    >
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

function NewCaseForm({ onClose, queueId, from, onDone, check: { schema, guarded } }: NewCaseProps & { check: DataCheck }) {
  const create = useWrite(createCases);
  const plain = guarded ? mustBeTyped : undefined;
  const rule = schema ? NewCase.extend({ data: caseDataRule(schema, { plain }).optional() }) : NewCase;
  const labels = from?.labels ?? [];
  const form = useContractForm(rule, {
    id: from ? `new-case-from-${from.id}` : `new-case-${queueId}`,
    defaultValues: from
      ? { title: from.title, data: from.data, priority: from.priority }
      : { title: "", data: blankData(schema), priority: "none" },
    within: "case",
    submit: (body) =>
      create.mutateAsync({
        params: { queue_id: queueId },
        body: { case: { ...body, labels: labels.map(({ key, value }) => ({ key, value })) } },
      }),
    onDone: ({ added_cases: [made] }) => {
      onClose();
      onDone(made);
    },
  });
  return (
    <Form {...form.props} submit="Create case" onCancel={onClose}>
      <CaseFields form={form} schema={schema} data={useFieldValue(form, "data")} />
      {labels.length > 0 ? (
        <Field group label="Labels">
          <p className="flex flex-wrap gap-y-1">
            {labels.map((label) => (
              <LabelChip key={label.id} label={label} />
            ))}
          </p>
        </Field>
      ) : null}
    </Form>
  );
}
