import { useState } from "react";
import { call } from "#api/client.ts";
import { useContractForm } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { resetPassword } from "#contract/teams/password-resets.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { EntryFrame } from "#ui/entry-frame.tsx";
import { keysRevoked } from "./parting-count.ts";
import { passwordHint } from "./password-hint.ts";
import { PasswordsOff } from "./passwords-off.tsx";
import { useSignInWays } from "./use-sign-in-ways.ts";

/** Where the email of somebody leads who forgot their password. */
export function NewPasswordPage() {
  const [token] = useState(() => location.hash.slice(1));
  const [done, setDone] = useState<number>();
  const { passwords, provider } = useSignInWays();
  const form = useContractForm(resetPassword.body.omit({ token: true }), {
    defaultValues: { password: "", revoke_api_keys: true },
    submit: (body) => call(resetPassword, { body: { ...body, token } }),
    onDone: ({ revoked_api_keys }) => setDone(revoked_api_keys),
  });
  if (provider && !passwords) return <PasswordsOff title="Choose a new password" provider={provider} />;
  if (done !== undefined)
    return (
      <EntryFrame title="Password changed">
        <div className="flex flex-col items-start gap-4">
          <p role="status">Every session of yours has ended.{keysRevoked(done)} Sign in with the new password.</p>
          <LinkButton link={pathTo("/sign-in", {})} tone="primary">
            Sign in
          </LinkButton>
        </div>
      </EntryFrame>
    );
  return (
    <EntryFrame
      title="Choose a new password"
      footer={
        form.props.error || token === "" ? (
          <LinkButton link={pathTo("/forgot-password", {})} tone="quiet" size="sm">
            Ask for a new link
          </LinkButton>
        ) : undefined
      }
    >
      {token === "" ? (
        <p role="status">The address of this page is incomplete. Open the whole link of the email.</p>
      ) : (
        <Form {...form.props} submit="Save the password" wide>
          <Field label="New password" hint={passwordHint(form.errorOf("password"))} {...form.field("password")}>
            <PasswordInput autoComplete="new-password" autoFocus />
          </Field>
          <Checkbox
            label="Also revoke my API keys and AI clients"
            hint="Another person who knew your password may have created some."
            {...form.field("revoke_api_keys")}
          />
        </Form>
      )}
    </EntryFrame>
  );
}
