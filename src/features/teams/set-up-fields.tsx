import type { FieldProps } from "#api/form.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { plain } from "./plain-field.ts";

interface SetUpFieldsProps {
  /** Absent: the browser is on the service's own machine. */
  readonly code: FieldProps | undefined;
  readonly organization: FieldProps;
  readonly team: FieldProps;
}

/** What an installation starts with, however its owner signs in. */
export function SetUpFields({ code, organization, team }: SetUpFieldsProps) {
  return (
    <>
      {code ? (
        <Field label="Set-up code" hint="You are on another machine. Find the code in the terminal or log of the service." {...plain(code)}>
          <TextInput code autoComplete="off" autoFocus />
        </Field>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Organization" {...organization}>
          <TextInput autoComplete="organization" autoFocus={!code} />
        </Field>
        <Field label="First team" {...team}>
          <TextInput autoComplete="off" />
        </Field>
      </div>
    </>
  );
}

export function SampleChoice(field: FieldProps) {
  return (
    <Checkbox
      {...field}
      label="Load the sample workspace"
      hint="Example agents, runs and files to explore. Delete them whenever you like."
    />
  );
}
