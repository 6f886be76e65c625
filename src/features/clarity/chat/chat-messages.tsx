import { Bot, CircleAlert, Info } from "lucide-react";
import { useSession } from "#api/session.ts";
import type { ChatMessage } from "#contract/clarity/chat-message.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { ClockTime } from "#ui/time.tsx";
import { AskedCard } from "./asked-card.tsx";
import type { ChatPanelProps } from "./chat-panel.tsx";
import { EditCard } from "./edit-card.tsx";

interface ChatMessagesProps extends Omit<ChatPanelProps, "onClose" | "unsaved"> {
  /** The oldest first. */
  messages: readonly ChatMessage[];
  running: boolean;
}

/** What was said, the newest last. */
export function ChatMessages({ messages, running, ...props }: ChatMessagesProps) {
  const { user } = useSession();
  const name = user.name ?? user.email;
  const last = messages.at(-1);
  if (messages.length === 0)
    return (
      <div className="px-4 py-2">
        <EmptyState inline title="No messages yet">
          Ask about the steps, or say what should change. You see each edit as a draft before it is live.
        </EmptyState>
      </div>
    );
  return (
    <ol aria-label="Messages" className="flex flex-col py-2">
      {messages.map((message) => (
        <li key={message.id} className="flex gap-2.5 px-4 py-2.5">
          {message.role === "user" ? (
            <span aria-hidden className="grid size-5 shrink-0 place-content-center rounded-full bg-hover text-xs text-ink-2 uppercase">
              {name.slice(0, 1)}
            </span>
          ) : message.kind === "error" ? (
            <CircleAlert size={20} strokeWidth={1.5} aria-hidden className="shrink-0 text-failed" />
          ) : message.kind === "info" ? (
            <Info size={20} strokeWidth={1.5} aria-hidden className="shrink-0 text-ink-2" />
          ) : (
            <Bot size={20} strokeWidth={1.5} aria-hidden className="shrink-0 text-ink-2" />
          )}
          <div className="min-w-0 flex-1 text-sm">
            <p className="flex items-baseline gap-2">
              <span className="truncate font-medium">{message.role === "user" ? name : "Process agent"}</span>
              <span className="text-xs text-ink-3">
                <ClockTime at={Date.parse(message.created_at)} />
              </span>
            </p>
            <Said {...props} message={message} open={message === last && !running} />
          </div>
        </li>
      ))}
      {running ? (
        <li className="flex items-center gap-2.5 px-4 py-2.5 text-sm text-ink-2" role="status">
          <Spinner /> The model is at work
        </li>
      ) : null}
    </ol>
  );
}

function Said({ message, open, ...props }: Omit<ChatMessagesProps, "messages" | "running"> & { message: ChatMessage; open: boolean }) {
  const { body } = message;
  switch (body.kind) {
    case "patch":
      return <EditCard {...props} message={message} edit={body} />;
    case "hitl_question":
      return <AskedCard {...props} message={message} questions={body.questions} open={open} />;
    case "hitl_answer":
      return (
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {Object.values(body.answers).join("\n")}
        </p>
      );
    default:
      return (
        <p dir="auto" className={body.kind === "error" ? "break-words text-failed" : "break-words whitespace-pre-wrap"}>
          {body.text}
        </p>
      );
  }
}
