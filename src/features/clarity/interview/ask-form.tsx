import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { askInClarityInterview } from "#contract/clarity/interviews.ts";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";

interface AskFormProps {
  params: { readonly process_id: string; readonly capture_id: string };
  person: string;
}

/** A member's own question: the list or the model waits for it. */
export function AskForm({ params, person }: AskFormProps) {
  const ask = useWrite(askInClarityInterview);
  const form = useContractForm(askInClarityInterview, {
    id: `interview-question ${params.capture_id}`,
    defaultValues: { question: "" },
    submit: (body) => ask.mutateAsync({ params, body }),
    onDone: () => {
      form.reset({ question: "" });
      toast("Question added");
    },
  });
  return (
    <Form {...form.props} submit="Ask" inline className="border-t border-line bg-canvas py-3">
      <Field label={`Your question to ${person}`} hint="Asked after the one that waits for an answer" {...form.field("question")}>
        <TextInput autoComplete="off" />
      </Field>
    </Form>
  );
}
