import { type ReactNode, useState } from "react";
import { useFailure } from "#api/failure.ts";
import { Combobox } from "#ui/combobox.tsx";
import type { ComboboxOption } from "#ui/combobox-list.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";

interface ChoiceProps {
  onClose: () => void;
  label: string;
  hint?: string;
  options: readonly ComboboxOption[];
  placeholder?: string;
  from?: string | null;
  /** Takes what is typed too. */
  free?: boolean;
  /** Nothing chosen is an answer. */
  optional?: boolean;
  submit: string;
  /** Further fields. */
  children?: ReactNode;
  /** What it throws is shown and the dialog stays open. */
  onChoose: (value: string | null) => Promise<unknown>;
}

/** Asks for one thing of a list that is searched by typing. */
export function ChoiceDialog({ open, title, description, ...rest }: ChoiceProps & { open: boolean; title: string; description?: string }) {
  return (
    <Dialog open={open} onClose={rest.onClose} title={title} {...(description !== undefined && { description })}>
      <Choice {...rest} />
    </Dialog>
  );
}

function Choice({
  onClose,
  label,
  hint,
  options,
  placeholder,
  from = null,
  free,
  optional = false,
  submit,
  children,
  onChoose,
}: ChoiceProps) {
  const [value, setValue] = useState(from);
  const [busy, setBusy] = useState(false);
  const { words: failure, setFailure } = useFailure();
  const [missing, setMissing] = useState(false);
  const send = async () => {
    if (value === null && !optional) return setMissing(true);
    setBusy(true);
    setFailure(undefined);
    try {
      await onChoose(value);
      onClose();
    } catch (error) {
      setFailure(error);
    }
    return setBusy(false);
  };
  return (
    <Form
      submit={submit}
      busy={busy}
      error={failure}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <Field label={label} {...(hint !== undefined && { hint })} error={missing && value === null ? "Choose one" : undefined}>
        <Combobox
          autoFocus
          options={options}
          value={value}
          onChange={setValue}
          {...(placeholder !== undefined && { placeholder })}
          {...(free !== undefined && { free })}
        />
      </Field>
      {children}
    </Form>
  );
}
