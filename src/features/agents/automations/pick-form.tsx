import { useFailure } from "#api/failure.ts";
import { useState } from "react";
import { Combobox, type ComboboxProps } from "#ui/combobox.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";

interface Choice {
  readonly id: string;
  readonly name: string;
}

interface PickFormProps {
  label: string;
  /** Shown when nothing is chosen, as in "Choose an agent". */
  demand: string;
  hint: string;
  submit: string;
  choices: readonly Choice[];
  from: NonNullable<ComboboxProps["from"]>;
  loading: boolean;
  /** Told what is typed; the caller narrows the choices. */
  onSearch: (text: string) => void;
  onClose: () => void;
  /** What it throws is shown and the form stays. */
  onPick: (choice: Choice) => Promise<void>;
}

/** Asks for one object out of a list that the service searches. */
export function PickForm({ label, demand, hint, submit, choices, from, loading, onSearch, onClose, onPick }: PickFormProps) {
  const [choice, setChoice] = useState<Choice>();
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const { words: failure, setFailure } = useFailure();
  const send = async (picked: Choice) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onPick(picked);
      onClose();
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const all = choice && !choices.some(({ id }) => id === choice.id) ? [choice, ...choices] : choices;
  return (
    <Form
      submit={submit}
      busy={busy}
      error={failure}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!choice) event.currentTarget.querySelector("input")?.focus();
        else if (!busy) void send(choice);
      }}
    >
      <Field label={label} hint={hint} error={tried && !choice ? demand : undefined}>
        <Combobox
          autoFocus
          placeholder="Type part of a name"
          options={all.map(({ id, name }) => ({ value: id, label: name }))}
          value={choice?.id ?? null}
          from={from}
          loading={loading}
          onSearch={onSearch}
          onChange={(id) => setChoice(all.find((each) => each.id === id))}
        />
      </Field>
    </Form>
  );
}
