import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { type WebhookSource, rotateWebhookSecret } from "#contract/schedules/webhook-sources.ts";
import { mostOverlapHours } from "#contract/schedules/webhook-words.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { toast } from "#ui/toast.ts";
import { senderWords } from "./sender-words.ts";

interface SecretEntryProps {
  source: WebhookSource;
  onDone: () => void;
  onCancel?: () => void;
  /** The source was just created: the secret can be entered another time. */
  onLater?: () => void;
}

/** Takes the secret that another service made: the first one, or one instead of it. */
export function SecretEntry({ source, onDone, onCancel, onLater }: SecretEntryProps) {
  const rotate = useWrite(rotateWebhookSecret);
  const form = useContractForm(rotateWebhookSecret, {
    defaultValues: { overlap_hours: 24, secret: "" },
    secrets: ["secret"],
    submit: (body) => rotate.mutateAsync({ params: { source_id: source.id }, body }),
    onDone: () => {
      toast("Secret saved");
      onDone();
    },
  });
  const secret = form.field("secret");
  return (
    <Form
      {...form.props}
      submit="Save secret"
      {...(onCancel && { onCancel })}
      {...(onLater && { extra: <Button onClick={onLater}>Later</Button> })}
    >
      <Field
        label="Signing secret"
        hint={`As ${senderWords[source.sender].name} shows it`}
        {...secret}
        limits={{ ...secret.limits, required: true }}
      >
        <PasswordInput autoFocus autoComplete="off" shows="secret" />
      </Field>
      {source.has_secret ? (
        <Field
          label="Keep the present secret for"
          hint={`Hours, at most ${mostOverlapHours}. With 0 it stops now.`}
          {...form.field("overlap_hours")}
          className="w-48"
        >
          <NumberInput />
        </Field>
      ) : null}
    </Form>
  );
}
