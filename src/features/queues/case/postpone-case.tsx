import { useState } from "react";
import { ApiError } from "#api/client.ts";
import { useWrite } from "#api/query.ts";
import type { Case } from "#contract/queues/case.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";
import { fieldValueOf, postponeTimes } from "./postpone-times.ts";

interface PostponeCaseProps {
  open: boolean;
  onClose: () => void;
  one: Case;
  /** As it is once it is postponed. */
  onDone?: (one: Case) => void;
}

export function PostponeCase({ open, ...rest }: PostponeCaseProps) {
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
      title="Postpone"
      description="No agent handles the case until then (up to one year). Afterwards it comes first."
    >
      <PostponeForm {...rest} />
    </Dialog>
  );
}

/** The browser's own field for a moment in the viewer's zone. */
function PostponeForm({ onClose, one, onDone }: Omit<PostponeCaseProps, "open">) {
  const [opened] = useState(() => new Date());
  const [until, setUntil] = useState("");
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<string>();
  const update = useWrite(updateCase, { alsoStale: ["Queues", "Runs"] });
  const moment = until === "" ? undefined : new Date(until);
  const send = async (to: Date) => {
    setFailure(undefined);
    try {
      const reply = await update.mutateAsync({ params: { case_id: one.id }, body: { postponed_to: to.toISOString() } });
      toast(reply.interruptedRunIds.length > 0 ? "Case postponed, and its run stopped" : "Case postponed");
      onDone?.(reply.case);
      onClose();
    } catch (error) {
      const issue = error instanceof ApiError ? error.issues[0]?.message : undefined;
      setFailure(issue ?? (error instanceof Error ? error.message : "That did not work."));
    }
  };
  return (
    <Form
      submit="Postpone"
      busy={update.isPending}
      error={failure}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!moment) event.currentTarget.querySelector("input")?.focus();
        else if (!update.isPending) void send(moment);
      }}
    >
      {one.display_status === "in_progress" ? <p className="text-sm text-waiting">Its active run is stopped.</p> : null}
      <Field
        label="Until"
        hint={`In your time zone, ${new Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
        error={tried && !moment ? "Choose day and time" : undefined}
      >
        <TextInput type="datetime-local" autoFocus value={until} onChange={(event) => setUntil(event.target.value)} />
      </Field>
      <div role="group" aria-label="Common choices" className="flex flex-wrap gap-2">
        {postponeTimes(opened).map(({ label, at }) => (
          <Button key={label} size="sm" onClick={() => setUntil(fieldValueOf(at))}>
            {label}
          </Button>
        ))}
      </div>
    </Form>
  );
}
