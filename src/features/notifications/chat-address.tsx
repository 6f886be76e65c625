import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { setNotificationChat } from "#contract/notifications/chats.ts";
import { type ChatChannel, chatNames } from "#contract/notifications/notification-words.ts";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";

const hints: Readonly<Record<ChatChannel, string>> = {
  slack: "Create an incoming webhook for a channel in Slack, then paste its address.",
  microsoft_teams: "Create a workflow that posts webhook requests to a channel in Teams, then paste its address.",
};

interface ChatAddressProps {
  teamId: string;
  channel: ChatChannel;
  /** It has an address, which this replaces. */
  connected: boolean;
  onSaved: () => void;
  onClose: () => void;
}

/** Asks for the incoming webhook of a chat. Without a draft: the address lets in whoever has it. */
export function ChatAddress({ teamId, channel, connected, onSaved, onClose }: ChatAddressProps) {
  const set = useWrite(setNotificationChat);
  const form = useContractForm(setNotificationChat, {
    defaultValues: { address: "" },
    submit: (body) => set.mutateAsync({ params: { teamId, channel }, body }),
    onDone: () => {
      toast(connected ? "Address changed" : `${chatNames[channel]} connected`);
      onSaved();
      onClose();
    },
    fieldOfCode: { outbound_refused: "address" },
  });
  return (
    <Form {...form.props} submit={connected ? "Save address" : `Connect ${chatNames[channel]}`} {...(connected && { onCancel: onClose })}>
      <Field label="Webhook address" hint={`${hints[channel]} It is never shown again.`} {...form.field("address")}>
        <TextInput type="password" code autoComplete="off" />
      </Field>
    </Form>
  );
}
