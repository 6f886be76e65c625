import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import type { ClarityProcess } from "#contract/clarity/process.ts";
import { updateClarityProcess } from "#contract/clarity/processes.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { toast } from "#ui/toast.ts";

/** What a model is told when it generates the process, beside the captures. */
export function Guidance({ process, mayChange }: { process: ClarityProcess; mayChange: boolean }) {
  const [editing, setEditing] = useState(false);
  return (
    <section className="px-5 py-4">
      <div className="mb-1 flex min-h-7 items-center gap-2">
        <h2 className="text-sm font-semibold">Guidance</h2>
        {mayChange && !editing ? (
          <span className="ms-auto">
            <Button onClick={() => setEditing(true)}>{process.custom_prompt ? "Edit" : "Add guidance"}</Button>
          </span>
        ) : null}
      </div>
      {editing ? (
        <GuidanceForm process={process} onDone={() => setEditing(false)} />
      ) : (
        <p className={process.custom_prompt ? "max-w-[720px] text-sm whitespace-pre-wrap" : "text-sm text-ink-3"}>
          {process.custom_prompt ??
            "None. Say here what a model cannot know from the captures: abbreviations, systems, what is out of scope."}
        </p>
      )}
    </section>
  );
}

function GuidanceForm({ process, onDone }: { process: ClarityProcess; onDone: () => void }) {
  const update = useWrite(updateClarityProcess);
  const form = useContractForm(updateClarityProcess, {
    id: `guidance-${process.id}`,
    defaultValues: { custom_prompt: process.custom_prompt ?? "" },
    submit: ({ custom_prompt }) =>
      update.mutateAsync({ params: { process_id: process.id }, body: { custom_prompt: custom_prompt ?? null } }),
    onDone: () => {
      toast("Saved");
      onDone();
    },
  });
  return (
    <Form {...form.props} submit="Save guidance" onCancel={onDone} className="max-w-[720px]">
      <Field label="Guidance" hideLabel {...form.field("custom_prompt")}>
        <Textarea autoFocus rows={5} />
      </Field>
    </Form>
  );
}
