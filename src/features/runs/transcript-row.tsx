import type { RunMessage } from "#contract/runs/messages.ts";
import { AnyLink } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import { Fold } from "./fold.tsx";
import { AgentMessage, OutputBlock, PersonMessage, SystemLine } from "./message-parts.tsx";
import { MendConnections } from "./missing-connections.tsx";
import type { Writer } from "./run-source.ts";
import { startedStep } from "./run-steps.ts";
import { StepLine } from "./step-line.tsx";
import { type CallState, LoneResult, ToolCall } from "./tool-call.tsx";

export interface RowProps {
  message: RunMessage | undefined;
  before: RunMessage | undefined;
  after: RunMessage | undefined;
  /** Of a tool call. */
  result: RunMessage | undefined;
  /** Of a tool result: its call is shown and holds it. */
  held: boolean;
  state: CallState;
  open: boolean;
  onToggle: (id: string) => void;
  /** The message's own address. */
  link?: string;
  /** Who wrote it, where that is known. */
  writer?: Writer | undefined;
  /** Behind the words of a system message: what they leave out. */
  more?: string;
}

/** One message of a run, as its kind wants to be read. */
export function TranscriptRow({ message, before, after, result, held, state, open, onToggle, link, writer, more }: RowProps) {
  if (!message) return <Skeleton className="mx-3 my-3 w-2/3" />;
  const toggle = () => onToggle(message.id);
  const time = link ? (
    <AnyLink link={link} title="Link to this message" className="inline-flex min-h-6 items-center rounded-sm hover:underline">
      <Time at={message.timestamp} />
    </AnyLink>
  ) : (
    <Time at={message.timestamp} />
  );
  switch (message.type) {
    case "tool_call": {
      const step = startedStep(message, result);
      if (step !== undefined) return <StepLine id={step} at={message.timestamp} />;
      return <ToolCall call={message} result={result} state={state} open={open} onToggle={toggle} />;
    }
    case "tool_result":
      return held ? null : <LoneResult result={message} open={open} onToggle={toggle} />;
    case "system":
      return (
        <>
          <SystemLine message={message} more={more} />
          {message.subtype === "connections_missing" ? <MendConnections /> : null}
        </>
      );
    case "thinking":
      return (
        <Fold open={open} onToggle={toggle} head={<Thought text={message.text_content ?? ""} />}>
          <div className="px-1 text-sm break-words whitespace-pre-wrap text-ink-2">{message.text_content}</div>
        </Fold>
      );
    default:
      if (isOutput(message))
        return <OutputBlock message={message} opens={before?.subtype !== message.subtype} closes={after?.subtype !== message.subtype} />;
      return message.role === "user" ? (
        <PersonMessage message={message} time={time} writer={writer} />
      ) : (
        <AgentMessage message={message} time={time} />
      );
  }
}

function isOutput(message: RunMessage | undefined): boolean {
  return message?.subtype === "stdout" || message?.subtype === "stderr";
}

function Thought({ text }: { text: string }) {
  return (
    <>
      <span className="shrink-0 text-ink-2">Thinking</span>
      <span className="min-w-0 truncate text-ink-3">{text.slice(0, 200)}</span>
    </>
  );
}
