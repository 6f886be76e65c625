import { useId, useState } from "react";
import { useWrite } from "#api/query.ts";
import { type NotificationChat, removeNotificationChat, testNotificationChat } from "#contract/notifications/chats.ts";
import { type ChatChannel, chatNames } from "#contract/notifications/notification-words.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { type State, Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { ChatAddress } from "./chat-address.tsx";

interface ChatSectionProps {
  teamId: string;
  channel: ChatChannel;
  chat: NotificationChat | undefined;
}

/** One chat of a team: whether messages arrive, and what a Manager can do. */
export function ChatSection({ teamId, channel, chat }: ChatSectionProps) {
  const heading = useId();
  const [editing, setEditing] = useState(false);
  const test = useWrite(testNotificationChat, { onSuccess: () => toast("Test message sent") });
  const remove = useWrite(removeNotificationChat, { onSuccess: () => toast(`${chatNames[channel]} disconnected`) });
  const params = { teamId, channel };
  const [leaving, setLeaving] = useState(false);
  const failure = test.error;
  // Once it is read, the chat itself says why it takes no message.
  const said = failure?.code === "chat_refused" && chat?.trouble;
  const tryIt = () => test.mutate({ params }, { onError: () => toast("The test message did not arrive", { failed: true }) });
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={heading} className="font-medium">
          {chatNames[channel]}
        </h3>
        {chat ? <Status {...stateOf(chat)} /> : null}
      </div>
      {chat && !editing ? (
        <>
          <Facts chat={chat} />
          {failure && !said ? (
            <p role="alert" className="text-sm break-words text-failed">
              {failure.message}
            </p>
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button size="sm" pending={test.isPending} onClick={tryIt}>
              Send test
            </Button>
            <Button size="sm" onClick={() => setEditing(true)}>
              Change address
            </Button>
            <Button size="sm" tone="quiet" onClick={() => setLeaving(true)}>
              Disconnect
            </Button>
          </div>
        </>
      ) : (
        // What a test of the address before said holds no more.
        <ChatAddress {...params} connected={chat !== undefined} onSaved={test.reset} onClose={() => setEditing(false)} />
      )}
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        title={`Disconnect ${chatNames[channel]}?`}
        action="Disconnect"
        onConfirm={() => remove.mutateAsync({ params })}
      >
        No more messages go there. The webhook address is deleted and was never shown: to connect again, you need it from{" "}
        {chatNames[channel]}.
      </ConfirmDialog>
    </section>
  );
}

function Facts({ chat: { host, last_sent_at: sent, trouble } }: { chat: NotificationChat }) {
  return (
    <div className="flex flex-col gap-2 text-sm text-ink-2">
      <p className="break-words">
        Messages go to <span className="font-medium text-ink">{host}</span>. {sent ? "The last one was sent " : "None has been sent yet."}
        {sent ? (
          <>
            <Time at={sent} />.
          </>
        ) : null}
      </p>
      {trouble ? (
        <p role="status" className="rounded-md bg-failed-soft px-3 py-2 break-words text-failed">
          Messages do not arrive: {trouble.reason} The first failure was <Time at={trouble.since} />.
          {trouble.gone ? " Nothing is sent there until a test message arrives or the address changes." : ""}
        </p>
      ) : null}
    </div>
  );
}

function stateOf({ trouble }: NotificationChat): State {
  if (trouble === null) return { look: "done", word: "Connected" };
  return { look: "failed", word: trouble.gone ? "Address is gone" : "Messages fail" };
}
