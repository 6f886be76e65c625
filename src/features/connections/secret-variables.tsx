import { Plus, Trash2 } from "lucide-react";
import { minMaskedLength } from "#contract/connections/secrets.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { newVariable, type Variable } from "./secret-form.ts";

interface SecretVariablesProps {
  variables: readonly Variable[];
  errorOf: (row: number, field: "key" | "value") => string | undefined;
  onChange: (variables: Variable[]) => void;
}

/** Names and values of the variables. A stored value is not here to be shown: its field is empty and replaces it when something is typed. */
export function SecretVariables({ variables, errorOf, onChange }: SecretVariablesProps) {
  const change = (at: number, part: Partial<Variable>) =>
    onChange(variables.map((each, row) => (row === at ? { ...each, ...part } : each)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">Variables</legend>
      <p className="text-xs text-ink-3">
        Programs read them from their environment. Transcripts show “[secret NAME]” instead of a value. Values of fewer than{" "}
        {minMaskedLength} characters are not masked. A value is never shown again once it is saved.
      </p>
      {variables.map(({ from, key, value }, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- the fields hold no state of their own
        <div key={row} className="flex flex-col gap-2 border-t border-line pt-3 sm:flex-row sm:items-start">
          <Field label={`Name of variable ${row + 1}`} hideLabel error={errorOf(row, "key")} className="sm:w-52">
            <TextInput
              code
              placeholder="API_KEY"
              data-field={`variables.${row}.key`}
              value={key}
              onChange={(event) => change(row, { key: event.target.value })}
            />
          </Field>
          <Field label={`Value of ${key || `variable ${row + 1}`}`} hideLabel error={errorOf(row, "value")} className="flex-1">
            <Textarea
              code
              rows={1}
              autoComplete="off"
              spellCheck={false}
              data-field={`variables.${row}.value`}
              placeholder={from === null ? "Value" : "Unchanged unless you enter a new one"}
              value={value}
              onChange={(event) => change(row, { value: event.target.value })}
            />
          </Field>
          <IconButton
            icon={Trash2}
            label={`Remove ${key || `variable ${row + 1}`}`}
            disabled={variables.length === 1}
            onClick={() => onChange(variables.filter((_, other) => other !== row))}
          />
        </div>
      ))}
      <Button icon={Plus} size="sm" className="self-start" onClick={() => onChange([...variables, newVariable])}>
        Add variable
      </Button>
    </fieldset>
  );
}
