import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { createCaseQueueEvalRubric, type QueueRubric, updateCaseQueueEvalRubric } from "#contract/queues/queue-rubrics.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { toast } from "#ui/toast.ts";

interface QueueRubricDialogProps {
  open: boolean;
  onClose: () => void;
  queueId: string;
  /** Absent: a further one. */
  rubric?: QueueRubric | undefined;
}

export function QueueRubricDialog({ open, ...rest }: QueueRubricDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
      title={rest.rubric ? "Edit rubric" : "Add rubric"}
      description={rest.rubric ? "Earlier cases keep their results." : undefined}
    >
      <RubricForm {...rest} />
    </Dialog>
  );
}

function RubricForm({ onClose, queueId, rubric }: Omit<QueueRubricDialogProps, "open">) {
  const add = useWrite(createCaseQueueEvalRubric);
  const update = useWrite(updateCaseQueueEvalRubric);
  const form = useContractForm(createCaseQueueEvalRubric, {
    id: `case-rubric-${queueId}-${rubric?.id ?? "new"}`,
    defaultValues: { title: rubric?.title ?? "", description: rubric?.description ?? "" },
    submit: (body) =>
      rubric
        ? update.mutateAsync({ params: { queue_id: queueId, rubric_id: rubric.id }, body })
        : add.mutateAsync({ params: { queue_id: queueId }, body }),
    onDone: () => {
      toast(rubric ? "Rubric saved. New cases are evaluated against it" : "Rubric added. New cases are evaluated against it");
      onClose();
    },
  });
  return (
    <Form {...form.props} submit={rubric ? "Save" : "Add rubric"} onCancel={onClose}>
      <Field label="Title" {...form.field("title")}>
        <TextInput autoFocus autoComplete="off" placeholder="Names the sum" />
      </Field>
      <Field
        label="Passes when"
        hint={
          <>
            A question that good work on a case answers with yes. The practice model follows rules in it:{" "}
            <code>contains &quot;Done&quot;</code>, <code>not contains &quot;unknown&quot;</code> or{" "}
            <code>ends as &quot;completed&quot;</code>.
          </>
        }
        {...form.field("description")}
      >
        <Textarea placeholder="Does the decision name the sum that is paid back?" />
      </Field>
    </Form>
  );
}
