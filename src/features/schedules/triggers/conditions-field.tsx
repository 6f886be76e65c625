import { Plus, X } from "lucide-react";
import { type Comparison, type Condition, comparisons, maxConditions } from "#contract/schedules/payload-conditions.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { comparisonWords } from "./trigger-words.ts";

interface ConditionsFieldProps {
  conditions: readonly Condition[];
  errorOf: (place: string) => string | undefined;
  onChange: (conditions: Condition[]) => void;
}

const required = { required: true } as const;

/** What the content of an event has to have, all of it. */
export function ConditionsField({ conditions, errorOf, onChange }: ConditionsFieldProps) {
  const change = (at: number, part: Partial<Condition>) => onChange(conditions.map((each, i) => (i === at ? { ...each, ...part } : each)));
  return (
    <Field
      label="Conditions"
      hint="A path such as data.amount, or data.lines.0.text. All of them have to match."
      limits={{ required: false }}
      error={errorOf("conditions")}
      group
    >
      <div className="flex flex-col gap-3">
        {conditions.map((condition, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a condition is nothing but its place
          <div key={at} className="flex flex-wrap items-start gap-2">
            <Field
              label={`Path ${at + 1}`}
              hideLabel
              limits={required}
              error={errorOf(`conditions.${at}.path`)}
              className="min-w-32 flex-1"
            >
              <TextInput
                code
                placeholder="data.amount"
                value={condition.path}
                onChange={({ target }) => change(at, { path: target.value })}
              />
            </Field>
            <Field label={`Comparison ${at + 1}`} hideLabel className="w-36">
              <Select
                value={condition.is}
                options={comparisons.map((value) => ({ value, label: comparisonWords[value] }))}
                onChange={({ target }) => change(at, { is: target.value as Comparison, ...(target.value === "is_there" && { value: "" }) })}
              />
            </Field>
            {condition.is === "is_there" ? null : (
              <Field label={`Value ${at + 1}`} hideLabel error={errorOf(`conditions.${at}.value`)} className="min-w-32 flex-1">
                <TextInput value={condition.value} onChange={({ target }) => change(at, { value: target.value })} />
              </Field>
            )}
            <IconButton icon={X} label={`Remove condition ${at + 1}`} onClick={() => onChange(conditions.filter((_, i) => i !== at))} />
          </div>
        ))}
        {conditions.length < maxConditions ? (
          <div>
            <Button size="sm" icon={Plus} onClick={() => onChange([...conditions, { path: "", is: "is", value: "" }])}>
              Add condition
            </Button>
          </div>
        ) : null}
      </div>
    </Field>
  );
}
