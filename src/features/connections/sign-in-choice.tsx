import type { FieldProps } from "#api/form.ts";
import { Field } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";

/** How one signs in at a server that nobody has described. */
export function SignInChoice(field: FieldProps) {
  return (
    <Field label="Sign-in" group {...field}>
      <RadioGroup
        options={[
          { value: "url", label: "None", hint: "The server needs only its address." },
          { value: "headers", label: "With headers", hint: "A key or a token that the provider gave you." },
          {
            value: "oauth",
            label: "Sign in with your account",
            hint: "The other service asks you to sign in and to allow the access (OAuth).",
          },
        ]}
      />
    </Field>
  );
}
