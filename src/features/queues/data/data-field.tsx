import { useState } from "react";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { Field } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { objectIn } from "#contract/queues/case-fields.ts";
import { blankData, dataText } from "./data-blank.ts";
import { ObjectInputs } from "./data-inputs.tsx";

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
  const isPlain = !value && text.trim() !== "";
  const show = (next: "form" | "text") => {
    setWanted(next);
    if (next === "form" && !value) onChange(blankData(schema));
  };
  return (
    <div data-field="data" className="flex flex-col gap-3">
      {schema ? (
        <Field group label="Data" {...(isPlain ? { hint: "Plain text. The form is for JSON objects." } : {})}>
          <RadioGroup
            inline
            value={shown}
            onChange={show}
            options={[
              { value: "form", label: "Form", disabled: isPlain },
              { value: "text", label: "JSON" },
            ]}
          />
        </Field>
      ) : null}
      {schema && value && shown === "form" ? (
        <>
          <ObjectInputs schema={schema} value={value} onChange={(next) => onChange(dataText(next))} place="" errors={errors} />
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
          {...(schema ? {} : { hint: "What the agent needs to know, as text or JSON.", limits: { required: false } })}
        >
          <Textarea code rows={8} value={text} onChange={({ target }) => onChange(target.value)} />
        </Field>
      )}
    </div>
  );
}
