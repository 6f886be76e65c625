import { CircleX, Wrench } from "lucide-react";
import { parseExact } from "#contract/exact-json.ts";
import type { RunMessage } from "#contract/runs/messages.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { durationOf } from "#ui/duration.tsx";
import { LongText } from "#ui/long-text.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { inReadingOrder } from "#ui/reading-order.ts";
import { ValueView } from "#ui/value-view.tsx";
import { Fold } from "./fold.tsx";
import { GivenAnswer } from "./given-answer.tsx";
import { RunOfCall } from "./related-runs.tsx";

/** Characters of JSON. */
const namedUpTo = 20_000;

export type CallState = "working" | "waiting" | "ended";

interface ToolCallProps {
  call: RunMessage;
  result: RunMessage | undefined;
  /** What a call without a result means: it is under way, it waits for a person, or it never got one. */
  state: CallState;
  open: boolean;
  onToggle: () => void;
}

/** What the agent used, with what, for how long, and what came back. */
export function ToolCall({ call, result, state, open, onToggle }: ToolCallProps) {
  const { name = "", arguments: given = {} } = call.tool_call ?? {};
  // What the model sent instead of arguments.
  const unread = call.text_content;
  const error = stopped(result) ? undefined : result?.tool_result?.error;
  const head = (
    <>
      <Wrench size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
      <span className="shrink-0 font-mono font-medium">{inReadingOrder(name)}</span>
      <span className="min-w-0 flex-1 truncate font-mono text-ink-3">{inReadingOrder(unread ?? summary(name, given))}</span>
      <Outcome call={call} result={result} state={state} />
    </>
  );
  return (
    <Fold
      open={open}
      onToggle={onToggle}
      head={head}
      note={
        <>
          {name === "ask_person" && result && !stopped(result) ? <GivenAnswer result={result} /> : null}
          <RunOfCall callId={call.tool_call?.id} />
          {error !== undefined && !open ? (
            <p className="px-3 pb-2 ps-8 text-sm break-words text-failed">
              <span className="line-clamp-3">{inReadingOrder(error)}</span>
            </p>
          ) : null}
        </>
      }
    >
      {unread === undefined ? <Block title="Arguments" value={given} /> : <Block title="Arguments as sent" value={unread} />}
      {stopped(result) ? (
        <p className="px-1 text-sm text-ink-3">The run was stopped before there was a result.</p>
      ) : result ? (
        <ResultBlock result={result} />
      ) : (
        <p className="px-1 text-sm text-ink-3">{state === "ended" ? "It has no result." : "No result yet."}</p>
      )}
    </Fold>
  );
}

/** A result whose call is not at hand. */
export function LoneResult({ result, open, onToggle }: { result: RunMessage; open: boolean; onToggle: () => void }) {
  return (
    <Fold open={open} onToggle={onToggle} head={<span className="text-ink-2">Result of an earlier call</span>}>
      <ResultBlock result={result} />
    </Fold>
  );
}

function Outcome({ call, result, state }: { call: RunMessage; result: RunMessage | undefined; state: CallState }) {
  if (!result && state === "working") return <Spinner />;
  if (!result) return <span className="shrink-0 text-xs text-ink-3">{state === "waiting" ? "waits" : "no result"}</span>;
  const between = Date.parse(result.timestamp) - Date.parse(call.timestamp);
  // A program's call is stored with its result, at one instant: how long it took is not known.
  // Not the element that said it waits: at the end of a line its first letter would move.
  const time =
    between > 0 ? (
      <span key="took" className="shrink-0 text-xs text-ink-3">
        {took(between)}
      </span>
    ) : null;
  if (stopped(result)) return <span className="shrink-0 text-xs text-ink-3">stopped</span>;
  if (result.tool_result?.error === undefined) return time;
  return (
    <>
      <span className="inline-flex shrink-0 items-center gap-1 text-xs font-medium text-failed">
        <CircleX size={14} strokeWidth={1.75} aria-hidden />
        Error
      </span>
      {time}
    </>
  );
}

/** A stop is no error of the call. */
function stopped(result: RunMessage | undefined): boolean {
  return result?.subtype === "session_interrupted";
}

function ResultBlock({ result }: { result: RunMessage }) {
  const { error, result: value } = result.tool_result ?? {};
  if (error !== undefined) return <Block title="Error" value={error} failed />;
  const { rest, texts } = withTextsApart(value);
  return (
    <>
      {rest === undefined ? null : <Block title="Result" value={rest} />}
      {texts.map(([name, text]) => (
        <Block key={name} title={`Result: ${name}`} value={text} />
      ))}
    </>
  );
}

/** Texts of several lines stand by themselves: in JSON their lines run into one. `rest` is undefined where nothing else is there. */
function withTextsApart(value: unknown): { rest: unknown; texts: readonly (readonly [name: string, text: string])[] } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { rest: value, texts: [] };
  const entries = Object.entries(value);
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string" && entry[1].includes("\n"));
  const others = entries.filter(([name]) => !texts.some(([text]) => text === name));
  return { rest: others.length > 0 || texts.length === 0 ? Object.fromEntries(others) : undefined, texts };
}

/** Names and values where there are few enough of them to read, else the JSON that is copied in either case. */
function Block({ title, value, failed }: { title: string; value: unknown; failed?: boolean }) {
  const text = pretty(value);
  const named = typeof value === "object" && text.length <= namedUpTo;
  return (
    <div>
      <p className={`flex items-center justify-between px-1 text-xs font-medium ${failed ? "text-failed" : "text-ink-3"}`}>
        {title}
        <CopyButton text={text} label={`Copy the ${title.toLowerCase()}`} />
      </p>
      {named ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        <div role="group" aria-label={title} tabIndex={0} className="max-h-80 overflow-auto rounded-sm bg-sunken px-2 py-1.5 text-sm">
          <ValueView value={value} parse={parseExact} />
        </div>
      ) : (
        <pre
          tabIndex={0}
          aria-label={title}
          className="max-h-80 overflow-auto rounded-sm bg-sunken px-2 py-1.5 font-mono text-sm break-words whitespace-pre-wrap"
        >
          <LongText text={inReadingOrder(text)} />
        </pre>
      )}
    </div>
  );
}

/** Below a second in milliseconds: most calls are. */
function took(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)}ms` : durationOf(milliseconds);
}

function pretty(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}

/** The arguments in a line, as in `path: invoices.csv, rows: 20`. */
function summary(name: string, given: Record<string, unknown>): string {
  if (name === "ask_person" && typeof given["title"] === "string") return given["title"].slice(0, 300);
  return Object.entries(given)
    .map(([key, value]) => `${key}: ${(typeof value === "string" ? value : JSON.stringify(value)).slice(0, 120).replaceAll(/\s+/g, " ")}`)
    .join(", ")
    .slice(0, 300);
}
