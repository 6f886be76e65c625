import { useState } from "react";
import { useFieldValue } from "#api/form.ts";
import { timeInWords } from "#features/agents/time-in-words.ts";
import { Field } from "#ui/field.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import type { StepForm } from "./step-form.ts";

const minute = 60_000;

/** How long a program may run: typed in minutes, kept in milliseconds. */
export function TimeLimitField({ form, name }: { form: StepForm["form"]; name: string }) {
  const value = useFieldValue(form, name) as unknown;
  const [typed, setTyped] = useState({ text: minutesOf(value), value });
  // Somebody else saved, or the form was reset.
  if (!Object.is(typed.value, value)) setTyped({ text: minutesOf(value), value });
  const change = (text: string) => {
    const next = text.trim() === "" ? undefined : Math.round(Number(text.replace(",", ".")) * minute);
    setTyped({ text, value: next });
    form.set(name, next);
  };
  const words = typed.text.includes(".") || typed.text.includes(",") ? timeInWords(value) : undefined;
  return (
    <Field
      label="Time limit"
      hint={words ?? "Default 10 minutes, maximum 60."}
      limits={{ required: false }}
      error={form.errorOf(name) === undefined ? undefined : "Enter more than 0 and at most 60 minutes"}
    >
      <NumberInput step={0.5} unit="minutes" value={typed.text} onChange={(event) => change(event.target.value)} />
    </Field>
  );
}

function minutesOf(milliseconds: unknown): string {
  return typeof milliseconds === "number" && !Number.isNaN(milliseconds) ? String(milliseconds / minute) : "";
}
