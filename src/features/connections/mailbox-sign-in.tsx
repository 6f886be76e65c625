import { Field } from "#ui/field.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { TextInput } from "#ui/text-input.tsx";
import type { Header } from "./header-rows.ts";
import { headersOf } from "./server-kind.ts";

interface MailboxSignInProps {
  headers: readonly Header[];
  errorOf: (row: number, field: "name" | "value") => string | undefined;
  onChange: (headers: Header[]) => void;
}

/** What a mail server asks for. It is kept as two headers, as all that a connection signs in with. */
export function MailboxSignIn({ headers, errorOf, onChange }: MailboxSignInProps) {
  const rows = headersOf(headers, "mailbox");
  const field = (at: number) => ({
    value: rows[at]?.value ?? "",
    "data-field": `headers.${at}.value`,
    onChange: ({ target }: { target: HTMLInputElement }) =>
      onChange(rows.map((row, other) => (other === at ? { ...row, value: target.value } : row))),
  });
  return (
    <fieldset data-field="headers" className="flex min-w-0 flex-col gap-4">
      <Field label="User name" hint="Often the whole email address" error={errorOf(0, "value")}>
        <TextInput code autoComplete="off" {...field(0)} />
      </Field>
      <Field
        label="Password"
        hint="Mailboxes sign in with a password, not by OAuth: some providers ask for an app password. Never shown again once saved"
        error={errorOf(1, "value")}
      >
        <PasswordInput
          autoComplete="new-password"
          placeholder={rows[1]?.kept ? "Unchanged unless you enter a new one" : undefined}
          {...field(1)}
        />
      </Field>
    </fieldset>
  );
}
