import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#api/client.ts";
import { useContractForm } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { setupQuery } from "#api/session-query.ts";
import { requestPasswordReset } from "#contract/teams/password-resets.ts";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { EntryFrame } from "#ui/entry-frame.tsx";
import { PasswordsOff } from "./passwords-off.tsx";

export function ForgotPasswordPage() {
  const { data: setup } = useQuery(setupQuery);
  const [sentTo, setSentTo] = useState<string>();
  const form = useContractForm(requestPasswordReset, {
    defaultValues: { email: "" },
    submit: async (body) => (await call(requestPasswordReset, { body }), body.email),
    onDone: setSentTo,
  });
  const back = (
    <LinkButton link={pathTo("/sign-in", {})} tone="quiet" size="sm">
      Back to sign in
    </LinkButton>
  );
  if (setup?.provider && !setup.passwords) return <PasswordsOff title="Forgot your password?" provider={setup.provider} />;
  if (setup && !setup.mail)
    return (
      <EntryFrame title="Forgot your password?" footer={back}>
        <p>This installation sends no email. Ask an administrator of your organization for help.</p>
      </EntryFrame>
    );
  if (sentTo !== undefined)
    return (
      <EntryFrame title="Check your email" footer={back}>
        <p role="status">If {sentTo} has an account, an email with a link is on its way. The link works for an hour.</p>
      </EntryFrame>
    );
  return (
    <EntryFrame title="Forgot your password?" lead="You get an email with a link to choose a new one." footer={back}>
      <Form {...form.props} submit="Send the link" wide>
        <Field label="Email address" {...form.field("email")}>
          <TextInput type="email" inputMode="email" autoComplete="username" autoFocus />
        </Field>
      </Form>
    </EntryFrame>
  );
}
