import { Field } from "#ui/field.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { TextInput } from "#ui/text-input.tsx";
import type { Header } from "./header-rows.ts";
import { headersOf } from "./server-kind.ts";

interface SignavioSignInProps {
  headers: readonly Header[];
  errorOf: (row: number, field: "name" | "value") => string | undefined;
  onChange: (headers: Header[]) => void;
}

const optional = <span className="text-ink-3">optional</span>;

/** What a workspace asks for, and where models are put in it. It is kept as headers, as all that a connection signs in with. */
export function SignavioSignIn({ headers, errorOf, onChange }: SignavioSignInProps) {
  const rows = headersOf(headers, "signavio");
  const field = (at: number) => ({
    value: rows[at]?.value ?? "",
    "data-field": `headers.${at}.value`,
    autoComplete: "off",
    onChange: ({ target }: { target: HTMLInputElement }) =>
      onChange(rows.map((row, other) => (other === at ? { ...row, value: target.value } : row))),
  });
  return (
    <fieldset data-field="headers" className="flex min-w-0 flex-col gap-4">
      <Field label="User name" hint="The email address of an account that may import models" error={errorOf(0, "value")}>
        <TextInput code {...field(0)} />
      </Field>
      <Field label="Password" hint="Never shown again once saved" error={errorOf(1, "value")}>
        <PasswordInput
          {...field(1)}
          autoComplete="new-password"
          placeholder={rows[1]?.kept ? "Unchanged unless you enter a new one" : undefined}
        />
      </Field>
      <Field label="Workspace" hint="Its id, where the account is in several" aside={optional} error={errorOf(2, "value")}>
        <TextInput code {...field(2)} />
      </Field>
      <Field
        label="Directory"
        hint="The id of the directory that models are put in: the end of its address there"
        error={errorOf(3, "value")}
      >
        <TextInput code {...field(3)} />
      </Field>
      <Field
        label="Approver key"
        hint="Under which name the workspace keeps who approves a process, as in meta-approver"
        aside={optional}
        error={errorOf(4, "value")}
      >
        <TextInput code {...field(4)} />
      </Field>
    </fieldset>
  );
}
