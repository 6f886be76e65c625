import { call } from "#api/client.ts";
import { useContractForm } from "#api/form.ts";
import { signInWithKey } from "#api/session.ts";
import { signIn, verifySecondFactor } from "#contract/teams/session.ts";
import { z } from "#contract/zod.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { plain } from "./plain-field.ts";

/** `email`: whose account it has to be. */
export function PasswordForm({ onDone, email = "" }: { onDone: (next: "done" | "second_factor") => void; email?: string }) {
  const form = useContractForm(signIn, {
    defaultValues: { email, password: "" },
    submit: (body) => call(signIn, { body }),
    onDone: ({ next }) => onDone(next),
  });
  return (
    <Form {...form.props} submit="Sign in" wide>
      <Field label="Email address" {...plain(form.field("email"))}>
        <TextInput type="email" autoComplete="username" inputMode="email" autoFocus={email === ""} readOnly={email !== ""} />
      </Field>
      <Field label="Password" {...plain(form.field("password"))}>
        <PasswordInput autoComplete="current-password" autoFocus={email !== ""} />
      </Field>
    </Form>
  );
}

export function CodeForm({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const form = useContractForm(verifySecondFactor, {
    defaultValues: { code: "" },
    submit: ({ code }) => call(verifySecondFactor, { body: { code: code.replaceAll(/\s/g, "") } }),
    onDone,
    fieldOfCode: { wrong_code: "code" },
  });
  return (
    <Form
      {...form.props}
      submit="Continue"
      extra={
        <Button tone="quiet" onClick={onBack}>
          Back
        </Button>
      }
    >
      <Field label="Code" hint="6 digits, or a recovery code" {...plain(form.field("code"))}>
        <TextInput code autoComplete="one-time-code" autoFocus />
      </Field>
    </Form>
  );
}

const keyForm = z.strictObject({ key: z.string().trim().min(1).max(500) });

export function KeyForm({ onDone }: { onDone: () => void }) {
  const form = useContractForm(keyForm, {
    defaultValues: { key: "" },
    submit: ({ key }) => signInWithKey(key),
    onDone,
    fieldOfCode: { unauthorized: "key" },
  });
  return (
    <Form {...form.props} submit="Continue" wide>
      <Field label="API key" {...plain(form.field("key"))}>
        <PasswordInput code autoFocus autoComplete="off" />
      </Field>
    </Form>
  );
}
