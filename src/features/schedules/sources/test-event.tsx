import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFailure } from "#api/failure.ts";
import { useWrite } from "#api/query.ts";
import { parseExact } from "#contract/exact-json.ts";
import { sendTestEvent } from "#contract/schedules/webhook-source-events.ts";
import { type WebhookSource } from "#contract/schedules/webhook-sources.ts";
import { CodeEditor } from "#ui/code-editor.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { toast } from "#ui/toast.ts";
import { exampleEvent } from "./example-event.ts";
import { sourceEventsRead } from "./queries.ts";

/** Sends an event as if the other service had. */
export function TestEvent({ source, open, onClose }: { source: WebhookSource; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} size="lg" title="Send a test event">
      <EventForm source={source} onClose={onClose} />
    </Dialog>
  );
}

function EventForm({ source, onClose }: { source: WebhookSource; onClose: () => void }) {
  const send = useWrite(sendTestEvent);
  const listeners = useQuery(sourceEventsRead(source.id, 0)).data?.listeners ?? [];
  const [text, setText] = useState(() => JSON.stringify(exampleEvent(listeners), null, 2));
  const [wrong, setWrong] = useState(false);
  const { words, setFailure } = useFailure();
  const submit = () => {
    const read = sendTestEvent.body.safeParse({ payload: parsed(text) });
    setWrong(!read.success);
    if (!read.success || send.isPending) return;
    setFailure(undefined);
    send.mutate(
      { params: { source_id: source.id }, body: read.data },
      {
        onError: setFailure,
        onSuccess: () => {
          toast("Test event sent");
          onClose();
        },
      },
    );
  };
  return (
    <Form
      submit="Send test event"
      onCancel={onClose}
      busy={send.isPending}
      error={words}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="text-ink-2">
        {source.triggers === 0
          ? "No trigger listens to this source yet, so no run starts. The event is kept: filters of triggers can be tried on it."
          : "Triggers that it matches start real runs. Below Manager, only your own triggers do."}
      </p>
      <Field
        label="Content"
        hint="A JSON object"
        error={wrong ? `Enter a JSON object, such as {"type": "invoice.paid"}` : undefined}
        limits={{ required: true }}
        group
      >
        <CodeEditor label="Content" value={text} onChange={setText} maxLines={16} />
      </Field>
    </Form>
  );
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}
