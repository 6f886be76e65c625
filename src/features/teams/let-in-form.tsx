import type { ContractForm } from "#api/form.ts";
import { useSession } from "#api/session.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Select } from "#ui/select.tsx";

interface LetInFormProps {
  form: Pick<ContractForm<{ team_id: string | null; reads_only: boolean }>, "props" | "field">;
  submit: string;
  decline: { readonly isPending: boolean; readonly error: { readonly message: string } | null };
  onDecline: () => void;
}

/** Asks where and how far a program may act as the signed-in person, or declines it. */
export function LetInForm({ form, submit, decline, onDecline }: LetInFormProps) {
  const { teams } = useSession();
  const { limits: _limits, ...team } = form.field("team_id");
  return (
    <>
      <Form {...form.props} submit={submit} wide>
        <Field label="Acts in" {...team}>
          <Select empty="All your teams" options={teams.map(({ id: value, name }) => ({ value, label: name }))} />
        </Field>
        <Checkbox
          label="Read only"
          hint="It sees what you see, except for links and keys that let people in, and cannot change anything."
          {...form.field("reads_only")}
        />
      </Form>
      <div className="mt-2 flex flex-col gap-2">
        <Button className="w-full" pending={decline.isPending} onClick={onDecline}>
          Decline
        </Button>
        {decline.error ? (
          <p role="alert" className="text-sm text-failed">
            {decline.error.message}
          </p>
        ) : null}
      </div>
    </>
  );
}
