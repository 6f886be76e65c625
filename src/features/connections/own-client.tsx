import type { FieldProps } from "#api/form.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Field } from "#ui/field.tsx";
import { TextInput } from "#ui/text-input.tsx";

/** For services where an administrator has registered this console. */
export function OwnClient({ id, secret }: { id: FieldProps; secret: FieldProps }) {
  const back = `${location.origin}/connections/callback`;
  return (
    <Disclosure summary="Advanced" {...((id.error ?? secret.error) ? { open: true } : {})}>
      <div className="mt-3 flex flex-col gap-4">
        <p className="text-sm text-ink-2">
          Most services register this console by themselves. For one that does not, register it there with the redirect address{" "}
          <code className="text-xs break-all">{back}</code> <CopyButton text={back} label="Copy redirect address" /> and enter what you get.
        </p>
        <Field label="Client id" {...id} limits={{ required: false }}>
          <TextInput code autoComplete="off" />
        </Field>
        <Field label="Client secret" hint="Leave it empty for a public client." {...secret} limits={{ required: false }}>
          <TextInput type="password" code autoComplete="off" />
        </Field>
      </div>
    </Disclosure>
  );
}
