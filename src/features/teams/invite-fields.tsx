import type { ContractForm } from "#api/form.ts";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";

interface InviteFieldsProps<R extends string> {
  form: Pick<ContractForm<{ email: string; role: string }>, "field">;
  chosen: R;
  /** The roles that may be given, in their order, what each is called, and what it may do. */
  roles: readonly R[];
  names: Readonly<Record<R, string>>;
  words: Readonly<Record<R, string>>;
}

/** Whom an invite is for, and as what. */
export function InviteFields<R extends string>({ form, chosen, roles, names, words }: InviteFieldsProps<R>) {
  const { limits: _limits, ...role } = form.field("role");
  return (
    <>
      <Field label="Email address" {...form.field("email")}>
        <TextInput type="email" inputMode="email" autoComplete="off" autoFocus />
      </Field>
      <Field label="Role" hint={words[chosen]} {...role}>
        <Select options={roles.map((value) => ({ value, label: names[value] }))} />
      </Field>
    </>
  );
}
