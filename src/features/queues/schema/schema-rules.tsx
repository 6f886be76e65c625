import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { type FieldSchema, takesNull } from "#contract/queues/case-schema.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { rowKind } from "./schema-kinds.ts";
import { type RuleKey, ruleChange, ruleLabels, rulesOf, ruleText, withNull } from "./schema-rule-changes.ts";
import { ruleWords } from "./schema-words.ts";
import { useTyped } from "./use-typed.ts";

interface SchemaRulesProps {
  label: string;
  /** What it is called, and what it is for, as far as that is not said beside it. */
  words: readonly ("title" | "description")[];
  place: string;
  field: FieldSchema;
  onField: (field: FieldSchema) => string | undefined;
}

/** What a field's values have to keep to beyond their kind: closed, it says so in words. */
export function SchemaRules({ label, words, place, field, onField }: SchemaRulesProps) {
  // The choices of texts stand beside the field.
  const said = [takesNull(field) ? "or null" : "", ruleWords(field, { choices: rowKind(field) !== "choice" })].filter(Boolean).join(", ");
  return (
    <details className="group/rules mt-2 min-w-0">
      <summary className="flex w-fit max-w-full list-none items-baseline gap-1 rounded-sm text-xs text-ink-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={14}
          strokeWidth={1.75}
          aria-hidden
          className="shrink-0 self-center text-ink-3 transition-transform group-open/rules:rotate-90"
        />
        <span className="shrink-0 font-medium">{label}</span>
        <span className="min-w-0 truncate text-ink-3 group-open/rules:hidden">{said}</span>
      </summary>
      <div className="mt-2 grid grid-cols-2 items-start gap-x-3 gap-y-2 sm:grid-cols-4">
        {[...words, ...rulesOf(field)].map((rule) => (
          <RuleInput key={rule} rule={rule} place={place} field={field} onField={onField} />
        ))}
        <Checkbox
          className="col-span-full"
          label="Allow empty (null)"
          hint="For a value that is known to be missing."
          checked={takesNull(field)}
          onChange={({ target }) => onField(withNull(field, target.checked))}
        />
      </div>
    </details>
  );
}

const wide: readonly RuleKey[] = ["title", "description", "pattern", "enum"];
const hints: Partial<Record<RuleKey, string>> = {
  title: "Shown instead of the field name.",
  pattern: "A regular expression that matches anywhere in the text.",
  enum: "Separated by commas.",
};

function RuleInput({ rule, place, field, onField }: Omit<SchemaRulesProps, "label" | "words"> & { rule: RuleKey }) {
  const [last, setLast] = useState("");
  const typed = useTyped(`${place} ${rule}`, ruleText(field, rule, last), (text) => {
    const { next, why } = ruleChange(field, rule, text);
    setLast(text);
    return why ?? onField(next);
  });
  const hint = hints[rule];
  return (
    <Field
      label={ruleLabels[rule]}
      className={wide.includes(rule) ? "col-span-2" : ""}
      error={typed.error}
      {...(hint === undefined ? {} : { hint })}
    >
      <TextInput
        autoComplete="off"
        code={rule === "pattern"}
        {...(wide.includes(rule) ? {} : { inputMode: "decimal" as const })}
        {...typed.input}
      />
    </Field>
  );
}
