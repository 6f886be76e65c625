import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { createEvalRubric, type EvalRubric, updateEvalRubric } from "#contract/agents/eval-rubrics.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { toast } from "#ui/toast.ts";

interface RubricDialogProps {
  open: boolean;
  onClose: () => void;
  agentId: string;
  /** Absent: a further one. */
  rubric?: EvalRubric | undefined;
}

export function RubricDialog({ open, ...rest }: RubricDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
      title={rest.rubric ? "Edit rubric" : "Add rubric"}
      description={rest.rubric ? "Earlier runs keep their results." : undefined}
    >
      <RubricForm {...rest} />
    </Dialog>
  );
}

function RubricForm({ onClose, agentId, rubric }: Omit<RubricDialogProps, "open">) {
  const add = useWrite(createEvalRubric);
  const update = useWrite(updateEvalRubric);
  const form = useContractForm(createEvalRubric, {
    id: `rubric-${agentId}-${rubric?.id ?? "new"}`,
    defaultValues: { title: rubric?.title ?? "", description: rubric?.description ?? "" },
    submit: ({ title, description }) =>
      rubric
        ? update.mutateAsync({ params: { agentId, rubricId: rubric.id }, body: { title, description } })
        : add.mutateAsync({ params: { agentId }, body: { title, description } }),
    onDone: () => {
      toast(rubric ? "Rubric saved. New runs are evaluated against it" : "Rubric added. New runs are evaluated against it");
      onClose();
    },
  });
  return (
    <Form {...form.props} submit={rubric ? "Save" : "Add rubric"} onCancel={onClose}>
      <Field label="Title" {...form.field("title")}>
        <TextInput autoFocus autoComplete="off" placeholder="Names the invoice" />
      </Field>
      <Field
        label="Passes when"
        hint={
          <>
            A question that a good run answers with yes. The practice model follows rules in it: <code>contains &quot;Done&quot;</code> or{" "}
            <code>not contains &quot;unknown&quot;</code>, and reads the words critical and low as the severity.
          </>
        }
        {...form.field("description")}
      >
        <Textarea placeholder="Does the letter name the number of the invoice that it is about?" />
      </Field>
    </Form>
  );
}
