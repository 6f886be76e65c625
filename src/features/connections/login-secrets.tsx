import type { ContractForm } from "#api/form.ts";
import type { ListedLogin } from "#contract/connections/logins.ts";
import type { Input } from "#contract/zod.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { TextInput } from "#ui/text-input.tsx";
import type { loginSchema } from "./login-form.ts";

interface LoginSecretsProps {
  form: ContractForm<Input<ReturnType<typeof loginSchema>>>;
  stored: Pick<ListedLogin, "hasPassword" | "hasEnabledTOTP">;
}

const kept = "Unchanged unless you enter a new one";

/** Password and TOTP key. What is stored can be replaced or taken away, never read. */
export function LoginSecrets({ form, stored: { hasPassword, hasEnabledTOTP } }: LoginSecretsProps) {
  return (
    <>
      <div className="flex flex-col gap-2">
        <Field label="Password" hint="Never shown again once saved, also not to the agent’s model." {...form.field("password")}>
          <PasswordInput autoComplete="new-password" {...(hasPassword && { placeholder: kept })} />
        </Field>
        {hasPassword ? <Checkbox label="Remove the password" {...form.field("removePassword")} /> : null}
      </div>
      <div className="flex flex-col gap-2">
        <Field
          label="TOTP key"
          hint="For one-time codes. Enter the key shown beside the website's QR code, or an otpauth:// address."
          {...form.field("otp_secret")}
        >
          <TextInput code placeholder={hasEnabledTOTP ? kept : "JBSW Y3DP EHPK 3PXP"} />
        </Field>
        {hasEnabledTOTP ? <Checkbox label="Remove the TOTP key" {...form.field("removeCodes")} /> : null}
      </div>
    </>
  );
}
