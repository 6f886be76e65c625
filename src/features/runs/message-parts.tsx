import { Bot, CircleCheck, Clock3, Eye, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import type { RunMessage } from "#contract/runs/messages.ts";
import { Markdown } from "#ui/markdown.tsx";
import { Time } from "#ui/time.tsx";
import { LongText } from "#ui/long-text.tsx";
import type { Writer } from "./run-source.ts";

interface PersonMessageProps {
  message: RunMessage;
  time: ReactNode;
  writer?: Writer | undefined;
}

/** What a person wrote, or the agent that gave this run its work; with what became of it. */
export function PersonMessage({ message, time, writer }: PersonMessageProps) {
  const { name, agent } = writer ?? { name: message.user_name ?? "Person", agent: false };
  const Icon = agent ? Bot : UserRound;
  return (
    <div className="mx-3 my-1 rounded-md border border-line bg-sunken px-3 py-2">
      <p className="mb-1 flex items-center gap-2 text-xs text-ink-3">
        <Icon size={14} strokeWidth={1.75} aria-hidden />
        <span className="font-medium text-ink-2">{name}</span>
        {message.delivery ? <Delivery value={message.delivery} /> : null}
        <span className="ms-auto">{time}</span>
      </p>
      <div className="whitespace-pre-wrap break-words">
        <LongText text={message.text_content ?? ""} />
      </div>
    </div>
  );
}

/** What the agent wrote; while it writes, the open end is closed for display. */
export function AgentMessage({ message, time }: { message: RunMessage; time: ReactNode }) {
  return (
    <div className="px-3 py-2">
      <p className="mb-1 flex items-center gap-2 text-xs text-ink-3">
        <Bot size={14} strokeWidth={1.75} aria-hidden />
        <span className="font-medium text-ink-2">Agent</span>
        {message.streaming ? <span className="animate-pulse text-running">writing…</span> : null}
        <span className="ms-auto">{time}</span>
      </p>
      <Markdown text={message.text_content ?? ""} streaming={message.streaming ?? false} />
    </div>
  );
}

const deliveries = {
  queued: { icon: Clock3, word: "Queued", hint: "Stored. The agent reads it at its next step." },
  read: { icon: Eye, word: "Read", hint: "The agent is reading it." },
  acted_on: { icon: CircleCheck, word: "Read and used", hint: "The agent used it." },
} as const;

function Delivery({ value }: { value: keyof typeof deliveries }) {
  const { icon: Icon, word, hint } = deliveries[value];
  return (
    <span className="inline-flex items-center gap-1" title={hint}>
      <Icon size={12} strokeWidth={2} aria-hidden />
      {word}
    </span>
  );
}

// The others say in their text what they are.
const systemWords: Record<string, string> = {
  session_error: "Failed",
  retrying: "Trying again",
  handover_failed: "Not handed off",
  credentials_suspended: "Suspended",
  connections_missing: "Connections",
  tool_left_out: "Tool left out",
  browser_session_created: "Browser opened",
};

/** One small line. What went wrong stands out by a word and a hue. */
export function SystemLine({ message, more }: { message: RunMessage; more?: string | undefined }) {
  const failed = message.subtype === "session_error" || message.subtype === "handover_failed";
  const word = systemWords[message.subtype ?? ""];
  return (
    <p className={`flex items-baseline gap-2 px-3 py-1 text-xs ${failed ? "text-failed" : "text-ink-3"}`}>
      {word ? <span className="shrink-0 font-medium">{word}</span> : null}
      <span className="min-w-0 break-words">
        {message.text_content?.replace(/^A person\b/, message.user_name ?? "A person")}
        {more ? ` ${more}` : null}
      </span>
      <span className="ms-auto shrink-0 text-ink-3">
        <Time at={message.timestamp} />
      </span>
    </p>
  );
}

/** A piece of a program's output. Pieces of one stream read as one block. */
export function OutputBlock({ message, opens, closes }: { message: RunMessage; opens: boolean; closes: boolean }) {
  const errors = message.subtype === "stderr";
  return (
    <div
      className={`mx-3 border-x bg-sunken font-mono text-sm ${errors ? "border-failed" : "border-line"} ${opens ? "mt-1 rounded-t-md border-t" : ""} ${closes ? "mb-1 rounded-b-md border-b" : ""}`}
    >
      {opens ? (
        <p className={`flex items-center gap-2 px-3 pt-1.5 font-sans text-xs ${errors ? "text-failed" : "text-ink-3"}`}>
          <span className="font-medium">{errors ? "Errors (stderr)" : "Output (stdout)"}</span>
          <span className="ms-auto text-ink-3">
            <Time at={message.timestamp} />
          </span>
        </p>
      ) : null}
      <pre className={`px-3 break-words whitespace-pre-wrap ${opens ? "pt-1" : ""} ${closes ? "pb-1.5" : ""}`}>
        <LongText text={(message.text_content ?? "").replace(/\n$/, "")} />
      </pre>
    </div>
  );
}
