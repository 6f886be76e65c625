import { useState } from "react";
import type { ObjectSchema } from "#contract/queues/case-schema.ts";
import { noChoices } from "#contract/queues/case-schema-rules.ts";
import { CodeEditor } from "#ui/code-editor.tsx";
import { Field } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { ChoicesAsked } from "./choices-asked.ts";
import { SchemaRows } from "./schema-rows.tsx";
import { draftIn, flawOf, textOf } from "./schema-text.ts";

interface SchemaDocumentProps {
  text: string;
  onChange: (text: string) => void;
  error: string | undefined;
  /** What is wrong, by place in the document. */
  errors: ReadonlyMap<string, string>;
}

/** A schema as a table of its fields and as the JSON that it is. Both change the same text. */
export function SchemaDocument({ text, onChange, error, errors }: SchemaDocumentProps) {
  const [wanted, setWanted] = useState<"fields" | "json">("fields");
  const schema = draftIn(text);
  const shown = schema ? wanted : "json";
  const put = (next: ObjectSchema) => {
    const flaw = flawOf(next);
    if (flaw === undefined) onChange(textOf(next));
    return flaw;
  };
  const wrong = [error, ...[...errors].map(([place, message]) => `${place}: ${message}`)].filter(Boolean).join(" · ");
  return (
    <div data-field="schema" className="flex flex-col gap-3">
      <Field group label="Show" hideLabel>
        <RadioGroup
          inline
          value={shown}
          onChange={setWanted}
          options={[
            { value: "fields", label: "Fields", disabled: !schema },
            { value: "json", label: "JSON Schema" },
          ]}
        />
      </Field>
      {schema && shown === "fields" ? (
        <ChoicesAsked value={[...errors.values()].includes(noChoices)}>
          <SchemaRows schema={schema} onChange={put} />
        </ChoicesAsked>
      ) : (
        <Field
          group
          label="JSON Schema"
          hint="Every object with “additionalProperties”: false, every array with “items”."
          error={wrong || undefined}
        >
          <CodeEditor label="JSON Schema" value={text} onChange={onChange} minLines={12} maxLines={20} />
        </Field>
      )}
    </div>
  );
}
