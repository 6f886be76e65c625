import { use, useState } from "react";
import { noChoices } from "#contract/queues/case-schema-rules.ts";
import type { FieldSchema, TextSchema } from "#contract/queues/case-schema.ts";
import { Field } from "#ui/field.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { ChoicesAsked } from "./choices-asked.ts";
import { useTyped } from "./use-typed.ts";

const choicesIn = (text: string) => text.split(",").flatMap((one) => (one.trim() === "" ? [] : [one.trim()]));
const isSame = (one: readonly unknown[], other: readonly unknown[]) => JSON.stringify(one) === JSON.stringify(other);

interface SchemaChoicesProps {
  place: string;
  field: TextSchema;
  onField: (field: FieldSchema) => string | undefined;
}

/** What a field of a few values can be. */
export function SchemaChoices({ place, field, onField }: SchemaChoicesProps) {
  // Null is no word: whether it is one of them stands among the rules.
  const own = (field.enum ?? []).filter((choice) => choice !== null);
  const none = field.enum?.includes(null) ? [null] : [];
  const asked = use(ChoicesAsked) && own.length === 0 ? noChoices : undefined;
  /** Keeps the comma after which the next choice comes. */
  const [typed, setTyped] = useState("");
  const shown = typed !== "" && isSame(choicesIn(typed), own) ? typed : own.join(", ");
  const choices = useTyped(place, shown, (text) => {
    const next = choicesIn(text);
    if (next.length === 0) return noChoices;
    if (new Set(next).size < next.length) return "Enter each choice once";
    setTyped(text);
    return onField({ ...field, enum: [...next, ...none] });
  });
  // One with a comma in it cannot be told from two.
  if (!isSame(choicesIn(shown), own)) return <p className="text-sm text-ink-3">Edit its choices as JSON.</p>;
  return (
    <Field label="Choices" hint="Separated by commas, such as: Open, Paid." error={choices.error ?? asked}>
      <TextInput autoComplete="off" {...choices.input} />
    </Field>
  );
}
