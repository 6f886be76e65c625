import { ApiError, call } from "#api/client.ts";
import { useContractForm } from "#api/form.ts";
import { emailAddress } from "#contract/email-address.ts";
import { registerByInvite } from "#contract/teams/joining.ts";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { passwordHint } from "./password-hint.ts";

interface RegisterFormProps {
  token: string;
  /** Null: by a link that anybody may use. */
  email: string | null;
  onDone: (teamId: string | null) => void;
  /** The address has an account after all. */
  onKnown: () => void;
}

const byInvite = registerByInvite.body.omit({ token: true, email: true });
const byLink = byInvite.extend({ email: emailAddress });

/** Makes an account and joins. An invite knows its address; a link does not, so the form needs it. */
export function RegisterForm({ token, email, onDone, onKnown }: RegisterFormProps) {
  const form = useContractForm(email === null ? byLink : byInvite, {
    defaultValues: { name: "", password: "", ...(email === null ? { email: "" } : {}) },
    submit: async (body) => {
      try {
        return await call(registerByInvite, { body: { ...body, token } });
      } catch (error) {
        if (email !== null && error instanceof ApiError && error.code === "account_exists") onKnown();
        throw error;
      }
    },
    onDone: ({ team_id }) => onDone(team_id),
    fieldOfCode: { account_exists: "email" },
  });
  return (
    <Form {...form.props} submit="Create account and join" wide>
      <Field label="Your name" {...form.field("name")}>
        <TextInput autoComplete="name" autoFocus />
      </Field>
      {email === null ? (
        <Field label="Email address" {...form.field("email")}>
          <TextInput type="email" inputMode="email" autoComplete="username" />
        </Field>
      ) : (
        <p className="text-sm text-ink-2">
          You sign in as <span className="font-medium break-all">{email}</span>.
        </p>
      )}
      <Field label="Password" hint={passwordHint(form.errorOf("password"))} {...form.field("password")}>
        <PasswordInput autoComplete="new-password" />
      </Field>
    </Form>
  );
}
