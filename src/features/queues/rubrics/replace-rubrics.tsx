import { Plus, Trash2 } from "lucide-react";
import { type ContractForm, useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { maxQueueRubrics, type QueueRubric, replaceCaseQueueEvalRubrics } from "#contract/queues/queue-rubrics.ts";
import { useRowFocus } from "#features/queues/use-row-focus.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { toast } from "#ui/toast.ts";

interface ReplaceRubricsProps {
  open: boolean;
  onClose: () => void;
  queueId: string;
  /** What is replaced, and begun from. */
  rubrics: readonly QueueRubric[];
}

type Words = Pick<QueueRubric, "title" | "description">;

/** Writes the whole set at once. From then on it is a person's own: nothing in it is made anew. */
export function ReplaceRubrics({ open, ...rest }: ReplaceRubricsProps) {
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
      title="Replace all rubrics"
      size="md"
      description="Your rubrics replace the generated ones, which are no longer regenerated. Earlier cases keep their results."
    >
      <ReplaceForm {...rest} />
    </Dialog>
  );
}

function ReplaceForm({ onClose, queueId, rubrics }: Omit<ReplaceRubricsProps, "open">) {
  const replace = useWrite(replaceCaseQueueEvalRubrics);
  const begun = rubrics.map(({ title, description }): Words => ({ title, description }));
  const form = useContractForm(replaceCaseQueueEvalRubrics, {
    defaultValues: { rubrics: begun.length > 0 ? begun : [blank] },
    submit: (body) => replace.mutateAsync({ params: { queue_id: queueId }, body }),
    onDone: () => {
      toast("Rubrics replaced. New cases are evaluated against these");
      onClose();
    },
  });
  const shown = useFieldValue(form, "rubrics");
  const { rows, focus } = useRowFocus<HTMLOListElement>();
  const drop = (at: number) => {
    form.set("rubrics", form.valueOf("rubrics").toSpliced(at, 1));
    focus(at, "button", "input");
  };
  return (
    <Form {...form.props} submit="Replace all" onCancel={onClose}>
      <ol ref={rows} aria-label="New rubrics" className="flex flex-col gap-3">
        {shown.map((_, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a rubric that is being written has no other identity
          <RubricFields key={at} form={form} at={at} only={shown.length === 1} onDrop={() => drop(at)} />
        ))}
      </ol>
      {shown.length < maxQueueRubrics ? (
        <div>
          <Button
            size="sm"
            icon={Plus}
            onClick={() => {
              form.set("rubrics", [...shown, blank]);
              focus(shown.length, "input");
            }}
          >
            Add another one
          </Button>
        </div>
      ) : (
        <p className="text-sm text-ink-3">{maxQueueRubrics} rubrics is the maximum for a queue.</p>
      )}
    </Form>
  );
}

const blank: Words = { title: "", description: "" };

interface RubricFieldsProps {
  form: ContractForm<{ rubrics: Words[] }>;
  at: number;
  only: boolean;
  onDrop: () => void;
}

function RubricFields({ form, at, only, onDrop }: RubricFieldsProps) {
  return (
    <li className="flex items-start gap-2 rounded-md border border-line p-3">
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <Field label={`Title of rubric ${at + 1}`} {...form.field(`rubrics.${at}.title`)}>
          <TextInput autoComplete="off" />
        </Field>
        <Field label={`Rubric ${at + 1} passes when`} {...form.field(`rubrics.${at}.description`)}>
          <Textarea />
        </Field>
      </div>
      <IconButton icon={Trash2} size="sm" label={`Leave out rubric ${at + 1}`} disabled={only} onClick={onDrop} />
    </li>
  );
}
