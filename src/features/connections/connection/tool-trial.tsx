import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useWrite } from "#api/query.ts";
import { readChanged } from "#api/stale.ts";
import { callConnectionTool, listConnectionTools, type ToolTrial as Trial } from "#contract/connections/connection-tools.ts";
import type { Connection } from "#contract/connections/connections.ts";
import type { McpTool } from "#contract/connections/mcp.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { problemOf } from "#ui/problem.ts";
import { Textarea } from "#ui/textarea.tsx";
import { type Arguments, argumentsIn, argumentsOf, fieldsOf } from "./tool-fields.ts";
import { ToolInput } from "./tool-input.tsx";
import { ToolResult } from "./tool-result.tsx";

/** Where all arguments are one text. */
const whole = "";

/** Calls a tool once with what is typed, and shows what the server says. */
export function ToolTrial({ connection, tool }: { connection: Connection; tool: McpTool }) {
  const fields = fieldsOf(tool.input_schema);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [trial, setTrial] = useState<Trial>();
  const [asked, setAsked] = useState<Arguments>();
  const form = useRef<HTMLFormElement>(null);
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (trial) result.current?.scrollIntoView({ block: "nearest" });
  }, [trial]);
  const client = useQueryClient();
  const call = useWrite(callConnectionTool, {
    onSuccess: (reply) => {
      setTrial(reply);
      // No tool answered this: whether the connection still works is found out. A call that may have been carried out keeps its warning.
      if (reply.error !== undefined && !reply.maybe_done) readChanged(client, listConnectionTools.reads);
    },
  });
  const send = (given: Arguments) => {
    setTrial(undefined);
    call.mutate({ params: { connection_id: connection.id }, body: { tool: tool.name, arguments: given } });
  };
  const type = (name: string, value: string) => {
    setTyped((now) => ({ ...now, [name]: value }));
    setErrors(({ [name]: _, ...others }) => others);
  };
  const submit = () => {
    const { given, errors: found } = fields ? argumentsOf(fields, typed) : wholeOf(typed[whole] ?? "");
    setErrors(found);
    if (Object.keys(found).length > 0)
      return requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
    return tool.destroys ? setAsked(given) : send(given);
  };
  return (
    <div className="flex flex-col gap-3">
      <Form
        ref={form}
        submit="Call tool"
        tone="secondary"
        busy={call.isPending}
        error={call.error ? problemOf(call.error).message : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          if (!call.isPending) submit();
        }}
      >
        {fields ? (
          fields.map((field) => (
            <ToolInput
              key={field.name}
              field={field}
              value={typed[field.name] ?? ""}
              error={errors[field.name]}
              onChange={(value) => type(field.name, value)}
            />
          ))
        ) : (
          <Field label="Arguments" hint="One JSON object. Leave it empty for none." error={errors[whole]}>
            <Textarea code rows={4} spellCheck={false} value={typed[whole] ?? ""} onChange={({ target }) => type(whole, target.value)} />
          </Field>
        )}
      </Form>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title="Call this tool?"
        action="Call tool"
        onConfirm={async () => asked && send(asked)}
      >
        <p>
          The server says that <span className="font-mono break-all">{tool.name}</span> can delete or overwrite. What it does there cannot
          be undone here.
        </p>
      </ConfirmDialog>
      <div ref={result} aria-live="polite" className="scroll-mb-4 empty:hidden">
        {trial ? <ToolResult trial={trial} from={connection.name} /> : null}
      </div>
    </div>
  );
}

function wholeOf(text: string): { given: Arguments; errors: Readonly<Record<string, string>> } {
  const { given, error } = argumentsIn(text);
  return { given, errors: error === undefined ? {} : { [whole]: error } };
}
