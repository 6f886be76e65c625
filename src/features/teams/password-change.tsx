import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { changePassword } from "#contract/teams/session.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { toast } from "#ui/toast.ts";
import { alsoRevoke, useRevocableKeys } from "./own-keys.ts";
import { keysRevoked } from "./parting-count.ts";
import { passwordHint } from "./password-hint.ts";

export function PasswordChange({ onClose }: { onClose: () => void }) {
  const keys = useRevocableKeys();
  const change = useWrite(changePassword);
  const form = useContractForm(changePassword, {
    defaultValues: { current_password: "", new_password: "", revoke_api_keys: false },
    submit: (body) => change.mutateAsync({ body }),
    onDone: ({ revoked_api_keys }) => {
      toast(`Password changed. All other browsers are signed out.${keysRevoked(revoked_api_keys)}`);
      onClose();
    },
    fieldOfCode: { wrong_credentials: "current_password" },
  });
  return (
    <Form {...form.props} submit="Change password" onCancel={onClose}>
      <Field label="Current password" {...form.field("current_password")}>
        <PasswordInput autoComplete="current-password" autoFocus />
      </Field>
      <Field label="New password" hint={passwordHint(form.errorOf("new_password"))} {...form.field("new_password")}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      {keys > 0 ? (
        <Checkbox
          label={alsoRevoke(keys)}
          hint="Programs that use them are refused from their next request on."
          {...form.field("revoke_api_keys")}
        />
      ) : null}
    </Form>
  );
}
