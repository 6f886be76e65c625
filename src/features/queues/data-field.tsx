import { useState } from "react";
import type { CaseSchema, ObjectSchema } from "#contract/queues/case-schema.ts";
import { kindOf } from "#contract/queues/case-schema.ts";
import { Field } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { isObject, type Json, ObjectInputs } from "./data-inputs.tsx";

interface DataFieldProps {
  schema: CaseSchema | null;
  /** JSON, or any text. */
  text: string;
  onChange: (text: string) => void;
  /** What is wrong with the whole, and with the values in it by their place. */
  error: string | undefined;
  errors: ReadonlyMap<string, string>;
}

/** The data of a case: a form where there is a schema, and the text behind it. Both change the same text. */
export function DataField({ schema, text, onChange, error, errors }: DataFieldProps) {
  const value = objectIn(text);
  const [wanted, setWanted] = useState<"form" | "text">(value ? "form" : "text");
  const shown = schema && value ? wanted : "text";
  return (
    <div data-field="data" className="flex flex-col gap-3">
      {schema ? (
        <Field group label="Data" {...(value ? {} : { hint: "Plain text. The form is for a JSON object." })}>
          <RadioGroup
            inline
            value={shown}
            onChange={setWanted}
            options={[
              { value: "form", label: "Form", disabled: !value },
              { value: "text", label: "JSON" },
            ]}
          />
        </Field>
      ) : null}
      {schema && value && shown === "form" ? (
        <>
          <ObjectInputs schema={schema} value={value} onChange={(next) => onChange(textOf(next as Json))} place="" errors={errors} />
          {error ? (
            <p role="alert" className="text-xs text-failed">
              {error}
            </p>
          ) : null}
        </>
      ) : (
        <Field
          label={schema ? "Data as text" : "Data"}
          hideLabel={schema !== null}
          error={[error, ...[...errors].map(([place, message]) => `${place}: ${message}`)].filter(Boolean).join(" · ") || undefined}
          {...(schema ? {} : { hint: "What the agent needs to know: text, or JSON.", limits: { required: false } })}
        >
          <Textarea code rows={8} value={text} onChange={({ target }) => onChange(target.value)} />
        </Field>
      )}
    </div>
  );
}

function objectIn(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: Json): string {
  return JSON.stringify(value, null, 2);
}

/** What a form begins with: the groups that have to be there, with nothing in them. */
export function blankData(schema: CaseSchema | null): string {
  return schema ? textOf(blank(schema)) : "";
}

function blank({ properties = {}, required = [] }: ObjectSchema): Json {
  const groups = Object.entries(properties).filter(([name, field]) => required.includes(name) && kindOf(field) === "object");
  return Object.fromEntries(groups.map(([name, field]) => [name, blank(field as ObjectSchema)]));
}
