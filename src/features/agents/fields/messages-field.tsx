import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import type { FieldValues } from "react-hook-form";
import type { ContractForm } from "#api/form.ts";
import type { InputMessage } from "#contract/agents/config.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { CodeEditor } from "#ui/code-editor.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Select } from "#ui/select.tsx";

const roles = [
  { value: "system", label: "System" },
  { value: "user", label: "User" },
  { value: "assistant", label: "Assistant" },
];

interface MessagesFieldProps {
  form: ContractForm<FieldValues>;
  name: string;
  messages: readonly InputMessage[];
}

/** Instructions that are a list of messages. What this editor does not show of a message is kept as it is. */
export function MessagesField({ form, name, messages }: MessagesFieldProps) {
  const set = (next: readonly InputMessage[]) => form.set(name, next);
  const replace = (at: number, message: InputMessage) => set(messages.map((old, index) => (index === at ? message : old)));
  const move = (at: number, by: number) => {
    const rest = messages.filter((_, index) => index !== at);
    const moved = messages[at];
    if (moved) set([...rest.slice(0, at + by), moved, ...rest.slice(at + by)]);
  };
  return (
    <Field
      label="Instructions"
      group
      error={form.errorOf(name)}
      hint="Messages in the order the model reads them."
      aside={`${messages.length} of 200 messages`}
    >
      <ol className="flex flex-col gap-3">
        {messages.map((message, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a message has no other identity, and its editors hold no state of their own
          <li key={at} className="flex flex-col gap-2 rounded-md border border-line p-3">
            <div className="flex items-center gap-1">
              <div className="me-auto w-36">
                <Select
                  aria-label={`Role of message ${at + 1}`}
                  options={roles}
                  value={message.role}
                  onChange={(event) => replace(at, { ...message, role: event.target.value as InputMessage["role"] })}
                />
              </div>
              <IconButton size="sm" icon={ArrowUp} label={`Move message ${at + 1} up`} disabled={at === 0} onClick={() => move(at, -1)} />
              <IconButton
                size="sm"
                icon={ArrowDown}
                label={`Move message ${at + 1} down`}
                disabled={at === messages.length - 1}
                onClick={() => move(at, 1)}
              />
              <IconButton
                size="sm"
                icon={Trash2}
                label={`Delete message ${at + 1}`}
                disabled={messages.length === 1}
                onClick={() => set(messages.filter((_, index) => index !== at))}
              />
            </div>
            <Content
              message={message}
              label={`Text of message ${at + 1}`}
              error={form.errorOf(`${name}.${at}.content`)}
              onChange={(content) => replace(at, { ...message, content })}
            />
          </li>
        ))}
      </ol>
      <div className="mt-3">
        <Button size="sm" icon={Plus} onClick={() => set([...messages, { role: "user", content: "" }])}>
          Add a message
        </Button>
      </div>
    </Field>
  );
}

interface ContentProps {
  message: InputMessage;
  label: string;
  error: string | undefined;
  onChange: (content: InputMessage["content"]) => void;
}

function Content({ message: { content }, label, error, onChange }: ContentProps) {
  const parts = typeof content === "string" ? null : content;
  return (
    <Field label={label} hideLabel group error={error}>
      {parts === null ? (
        <CodeEditor value={content as string} onChange={onChange} language="markdown" minLines={3} maxLines={24} />
      ) : (
        <div className="flex flex-col gap-2">
          {parts.map((part, at) =>
            part.type === "input_text" ? (
              <CodeEditor
                // oxlint-disable-next-line react/no-array-index-key -- parts are neither added nor moved here
                key={at}
                label={`${label}, part ${at + 1}`}
                value={part.text}
                onChange={(text) => onChange(parts.map((old, index) => (index === at ? { ...part, text } : old)))}
                language="markdown"
                minLines={2}
                maxLines={24}
              />
            ) : (
              <div key={`${part.type}-${part.file_id}`}>
                <Badge>
                  {part.type === "input_image" ? "Image" : "File"} {part.file_id ?? ("url" in part ? part.url : "")}
                </Badge>
              </div>
            ),
          )}
        </div>
      )}
    </Field>
  );
}
