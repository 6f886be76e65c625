import type { FormEvent, ReactNode } from "react";
import { Field } from "./field.tsx";
import { Form } from "./form.tsx";
import { Select } from "./select.tsx";

export interface MoveFormProps {
  submit: string;
  target: string;
  targets: readonly { readonly id: string; readonly name: string }[];
  onTarget: (target: string) => void;
  onSubmit: (event: FormEvent) => void;
  onCancel: () => void;
  busy: boolean;
  blocked?: boolean;
  error: string | undefined;
  /** What would happen, and further choices. */
  children: ReactNode;
}

/** Moves something to another team. */
export function MoveForm({ target, targets, onTarget, children, ...form }: MoveFormProps) {
  return (
    <Form {...form}>
      <Field label="Team">
        <Select
          autoFocus
          empty="Choose a team"
          options={targets.map(({ id, name }) => ({ value: id, label: name }))}
          value={target}
          onChange={(event) => onTarget(event.target.value)}
        />
      </Field>
      {children}
    </Form>
  );
}
