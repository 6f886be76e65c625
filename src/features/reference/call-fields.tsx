import type { ReferenceField } from "#sdk/reference/reference.ts";
import { type Given, standIn } from "#sdk/reference/snippets.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { objectIn } from "./body-text.ts";
import { Coded } from "./operation-words.tsx";
import type { Detail } from "./queries.ts";

interface CallFieldsProps {
  detail: Detail;
  values: Given["values"];
  onValues: (values: Given["values"]) => void;
  body: string;
  onBody: (text: string) => void;
}

/** What an operation takes. What goes into the address is typed beside its words; the body is edited whole. */
export function CallFields({ detail, values, onValues, body, onBody }: CallFieldsProps) {
  const addressed = detail.fields.filter(({ place }) => place === "path" || place === "query");
  const sent = detail.fields.filter(({ place }) => place === "body");
  const takesFile = detail.operation.bytes === true;
  const takesBody = detail.method !== "GET" && detail.operation.query !== undefined && !takesFile;
  const full = detail.example.body === undefined ? undefined : JSON.stringify(detail.example.body, null, 2);
  if (addressed.length === 0 && !takesBody && !takesFile) return <p className="mb-4 text-ink-3">It takes no input.</p>;
  return (
    <div className="mb-4 flex flex-col gap-5">
      {addressed.length === 0 ? null : (
        <ul>
          {addressed.map((field) => (
            <li key={field.name} className="grid gap-x-6 gap-y-1.5 border-t border-line py-2.5 sm:grid-cols-[1fr_minmax(200px,320px)]">
              <FieldWords field={field} />
              <ValueInput
                field={field}
                value={values[field.name] ?? ""}
                onChange={(value) => onValues({ ...values, [field.name]: value })}
              />
            </li>
          ))}
        </ul>
      )}
      {sent.length === 0 ? null : (
        <div>
          <h3 className="mb-1 text-sm font-medium">Fields of the body</h3>
          <ul>
            {sent.map((field) => (
              <li key={field.name} className="border-t border-line py-2">
                <FieldWords field={field} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {takesBody ? (
        <Field label="Body" error={objectIn(body) === undefined ? "This is not a JSON object." : undefined}>
          <Textarea
            code
            rows={Math.min(14, Math.max(3, body.split("\n").length))}
            value={body}
            onChange={(event) => onBody(event.target.value)}
          />
        </Field>
      ) : null}
      {takesBody && full !== undefined && full !== body ? (
        <Disclosure summary="Example with every field">
          <div className="mt-2">
            <CodeBlock label="Every field" text={full} />
          </div>
        </Disclosure>
      ) : null}
      {takesFile ? (
        <Field label="Content" hint="The bytes of the file. From here a text is sent; curl and the client send any file.">
          <Textarea code rows={3} value={body} onChange={(event) => onBody(event.target.value)} />
        </Field>
      ) : null}
    </div>
  );
}

function FieldWords({ field: { name, type, required, place, words } }: { field: ReferenceField }) {
  return (
    <div className="min-w-0 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-medium break-all">{name}</code>
        <code className="min-w-0 text-xs break-words text-ink-3">{type}</code>
        <span className="text-xs text-ink-3">
          {place === "path"
            ? "in the path"
            : place === "query"
              ? required
                ? "in the query, required"
                : "in the query"
              : required
                ? "required"
                : ""}
        </span>
      </div>
      {words ? (
        <p className="text-ink-2">
          <Coded text={words} />
        </p>
      ) : null}
    </div>
  );
}

interface ValueInputProps {
  field: ReferenceField;
  value: string;
  onChange: (value: string) => void;
}

function ValueInput({ field: { name, kind, choices, place }, value, onChange }: ValueInputProps) {
  const offered = choices ?? (kind === "flag" ? ["true", "false"] : undefined);
  if (offered)
    return (
      <Select
        aria-label={name}
        empty="Not sent"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        options={offered.map((each) => ({ value: each, label: each }))}
      />
    );
  return (
    <TextInput
      code
      aria-label={name}
      placeholder={place === "path" ? standIn(name) : "Not sent"}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
