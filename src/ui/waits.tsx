import { Hourglass } from "lucide-react";
import { durationOf } from "./duration.tsx";
import { TailText } from "./tail-text.tsx";
import { useNow } from "./ticker.ts";
import { ClockTime } from "./time.tsx";

/** What work waits for that is not a person: the beginning of its model's answer, more of it, or the next try after a fault. */
type ShownWait =
  | { readonly for: "answer" | "more"; readonly model: string | null; readonly since: string }
  | { readonly for: "retry"; readonly model?: string | null; readonly next_at: string; readonly gives_up_at: string };

/**
 * Over the transcript of a run at work: what it waits for. In a bar of one height, as it comes and goes while somebody reads. It counts for itself,
 * and says nothing of that aloud. On a phone the model has a line of its own, and the time another one: one that wraps as it counts would move.
 */
export function WaitsLine({ wait }: { wait: ShownWait }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs leading-4 text-ink-2">
      <Hourglass size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
      {wait.for === "retry" ? (
        <span className="line-clamp-2 min-w-0 break-words">
          <WaitWords wait={wait} />
        </span>
      ) : (
        <>
          <span className="flex min-w-0 gap-1 whitespace-nowrap max-sm:hidden">
            <span className="truncate" title={waitingFor(wait)}>
              {waitingFor(wait)}{" "}
            </span>
            <WaitsSince at={wait.since} />
          </span>
          <span className="flex min-w-0 flex-col whitespace-nowrap sm:hidden">
            {wait.model === null ? null : <TailText text={wait.model} />}
            <WaitsSince what={shortWords[wait.for]} at={wait.since} />
          </span>
        </>
      )}
    </span>
  );
}

/** One wait in words, with the time of its end as far as that is known. */
export function WaitWords({ wait }: { wait: ShownWait }) {
  if (wait.for !== "retry") return <WaitsSince what={waitingFor(wait)} at={wait.since} />;
  return (
    <>
      <NextTry at={wait.next_at} />. Gives up at <ClockTime at={Date.parse(wait.gives_up_at)} />.
    </>
  );
}

const shortWords = { answer: "No answer", more: "Silent" } as const;

/** The same in a row of a list, in a few words. */
export function RowWaits({ wait }: { wait: ShownWait }) {
  if (wait.for === "retry") return <NextTry at={wait.next_at} />;
  return (
    <span title={`${waitingFor(wait)}.`}>
      <WaitsSince what={shortWords[wait.for]} at={wait.since} />
    </span>
  );
}

/** For an announcement, without what changes by the second. */
export function waitingFor(wait: ShownWait): string {
  if (wait.for === "retry") return "Waiting for the next try";
  const model = wait.model ?? "the model";
  return wait.for === "answer" ? `Waiting for ${model}` : `Waiting for more from ${model}`;
}

/** One text from a fixed place on: a part of its own would move as the words before it change. */
export function WaitsSince({ what, at }: { what?: string; at: string }) {
  const since = useNow((now) => `for ${durationOf(Math.max(0, now - Date.parse(at)))}`);
  return <span className="tabular-nums">{what ? `${what} ${since}` : since}</span>;
}

export function NextTry({ at }: { at: string }) {
  const left = useNow((now) => Math.max(0, Math.ceil((Date.parse(at) - now) / 1000)));
  return <span className="tabular-nums">Next try {left > 0 ? `in ${durationOf(left * 1000)}` : "now"}</span>;
}
