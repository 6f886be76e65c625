import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { credentials } from "#api/credentials.ts";
import { type RawAnswer, sendRaw } from "#api/raw-request.ts";
import { useFailure } from "#api/failure.ts";
import { prepare } from "#sdk/request.ts";
import { changes, type Given, inputFor } from "#sdk/reference/snippets.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { TextInput } from "#ui/text-input.tsx";
import { AnswerView } from "./answer-view.tsx";
import { objectIn } from "./body-text.ts";
import type { Detail } from "./queries.ts";

/** Sends the call to this service, for real: by the reader's session or with a key, and shows what came back as it came. */
export function TryIt({ detail, values, body }: { detail: Detail; values: Given["values"]; body: string }) {
  const client = useQueryClient();
  const [by, setBy] = useState<"session" | "key">("session");
  const [key, setKey] = useState("");
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [tried, setTried] = useState(false);
  const [answer, setAnswer] = useState<RawAnswer>();
  const { words, setFailure } = useFailure();
  const { operation, method, fields } = detail;
  const streams = operation.answers === "events";
  const missing = fields.filter(({ name, place, required }) => (place === "path" || (place === "query" && required)) && !values[name]);
  const writes = changes(detail);
  const faulty = !operation.bytes && objectIn(body) === undefined;

  const send = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const typed = operation.bytes ? { content: body } : (objectIn(body) ?? {});
      const request = prepare(operation, { ...inputFor(detail, { values, body: {} }), ...typed }, crypto.randomUUID());
      setAnswer(await sendRaw(request, by === "key" ? key.trim() : undefined));
      // What it changed may be on other pages, and who may do what with it.
      if (writes) void client.invalidateQueries();
    } catch {
      setFailure(new Error("The service did not answer. Check your connection and try again."));
    } finally {
      setBusy(false);
    }
  };
  const why =
    missing.length > 0
      ? `Enter ${missing.map(({ name }) => name).join(", ")} first.`
      : faulty
        ? "The body is not a JSON object."
        : by === "key" && key.trim() === ""
          ? "Enter a key first."
          : undefined;
  const submit = () => {
    setTried(true);
    if (why !== undefined || busy) return;
    if (method === "DELETE") setAsking(true);
    else void send();
  };
  useShortcuts("Operation", streams ? [] : [{ keys: "mod+enter", label: "Send request", whileTyping: true, run: submit }]);
  if (streams)
    return (
      <p className="text-sm text-ink-3">
        The answer is a stream that does not end, so it cannot be tried here. Use one of the calls above.
      </p>
    );
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Send with" className="w-full sm:w-52">
          <Select
            value={by}
            onChange={(event) => setBy(event.target.value as "session" | "key")}
            options={[
              { value: "session", label: credentials.key === undefined ? "Your session" : "The key you signed in with" },
              { value: "key", label: "Another API key" },
            ]}
          />
        </Field>
        {by === "key" ? (
          <Field label="API key" className="w-full sm:w-64">
            <TextInput code type="password" value={key} onChange={(event) => setKey(event.target.value)} />
          </Field>
        ) : null}
        <Button tone={method === "DELETE" ? "danger" : "primary"} pending={busy} onClick={submit}>
          Send request
        </Button>
      </div>
      {tried && why !== undefined ? (
        <p role="alert" className="text-sm text-failed">
          {why}
        </p>
      ) : (
        <p className="text-xs text-ink-3">
          {writes ? "It is sent for real, and changes the data of this service." : "It changes nothing."}
        </p>
      )}
      {words ? (
        <p role="alert" className="text-sm text-failed">
          {words}
        </p>
      ) : null}
      {answer ? <AnswerView answer={answer} download={operation.answers === "bytes"} /> : null}
      <ConfirmDialog open={asking} onClose={() => setAsking(false)} title={`${detail.summary}?`} action="Send request" onConfirm={send}>
        The request is sent for real, and what it deletes does not come back.
      </ConfirmDialog>
    </div>
  );
}
