import { useState } from "react";
import { ApiError } from "#api/client.ts";
import { useFailure } from "#api/failure.ts";
import type { Case } from "#contract/queues/case.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { fieldValueOf, postponeTimes } from "./postpone-times.ts";

interface PostponeCaseProps {
  open: boolean;
  onClose: () => void;
  one: Case;
  postpone: (one: Case, to: Date) => Promise<void>;
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
function PostponeForm({ onClose, one, postpone }: Omit<PostponeCaseProps, "open">) {
  const [opened] = useState(() => new Date());
  const [until, setUntil] = useState("");
  const [tried, setTried] = useState(false);
  const { words: failure, setFailure } = useFailure();
  const [busy, setBusy] = useState(false);
  const moment = until === "" ? undefined : new Date(until);
  const send = async (to: Date) => {
    setFailure(undefined);
    setBusy(true);
    try {
      await postpone(one, to);
      onClose();
    } catch (error) {
      setBusy(false);
      const issue = error instanceof ApiError ? error.issues[0]?.message : undefined;
      setFailure(issue === undefined ? error : new Error(issue));
    }
  };
  return (
    <Form
      submit="Postpone"
      busy={busy}
      error={failure}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!moment) event.currentTarget.querySelector("input")?.focus();
        else if (!busy) void send(moment);
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
