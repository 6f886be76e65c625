import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import type { ToolField } from "./tool-fields.ts";

interface ToolInputProps {
  field: ToolField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** One argument of a tool. */
export function ToolInput({ field: { name, hint, kind, required, choices }, value, error, onChange }: ToolInputProps) {
  const change = ({ target }: { target: { value: string } }) => onChange(target.value);
  const options =
    kind === "yesno"
      ? [
          { value: "true", label: "Yes" },
          { value: "false", label: "No" },
        ]
      : choices.map((choice) => ({ value: choice, label: choice }));
  return (
    <Field
      label={name}
      error={error}
      limits={{ required }}
      {...(hint === "" ? {} : { hint: <span className="line-clamp-3">{hint}</span> })}
    >
      {kind === "choice" || kind === "yesno" ? (
        <Select empty={required ? "Choose one" : "Left out"} options={options} value={value} onChange={change} />
      ) : kind === "json" ? (
        <Textarea code rows={2} spellCheck={false} placeholder="JSON" value={value} onChange={change} />
      ) : (
        <TextInput
          autoComplete="off"
          inputMode={kind === "text" ? "text" : kind === "integer" ? "numeric" : "decimal"}
          value={value}
          onChange={change}
        />
      )}
    </Field>
  );
}
