import { Hourglass } from "lucide-react";
import type { RunWait } from "#contract/runs/run.ts";
import { durationOf } from "#ui/duration.tsx";
import { useNow } from "#ui/ticker.ts";
import { ClockTime } from "#ui/time.tsx";

/**
 * Over the transcript of a run at work: what it waits for. In a bar of one height, as it comes and goes while somebody reads. It counts for itself,
 * and says nothing of that aloud.
 */
export function RunWaits({ wait }: { wait: RunWait }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs leading-4 text-ink-2">
      <Hourglass size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
      <span className="line-clamp-2 min-w-0 break-words">
        {wait.for === "retry" ? (
          <>
            <Next at={wait.next_at} />. Gives up at <ClockTime at={Date.parse(wait.gives_up_at)} />.
          </>
        ) : (
          <Since of={waitingFor(wait)} at={wait.since} />
        )}
      </span>
    </span>
  );
}

/** The same in a row of a list, in a few words. */
export function RowWaits({ wait }: { wait: RunWait }) {
  if (wait.for === "retry") return <Next at={wait.next_at} />;
  return (
    <span title={`${waitingFor(wait)}.`}>
      <Since of={wait.for === "answer" ? "No answer" : "Silent"} at={wait.since} />
    </span>
  );
}

/** For an announcement, without what changes by the second. */
export function waitingFor(wait: RunWait): string {
  if (wait.for === "retry") return "Waiting for the next try";
  return wait.for === "answer" ? `Waiting for ${wait.model}` : `Waiting for more from ${wait.model}`;
}

/** One text from a fixed place on: a part of its own would move as the words before it change. */
function Since({ of, at }: { of: string; at: string }) {
  return <span className="tabular-nums">{useNow((now) => `${of} for ${durationOf(now - Date.parse(at))}`)}</span>;
}

function Next({ at }: { at: string }) {
  const left = useNow((now) => Math.max(0, Math.ceil((Date.parse(at) - now) / 1000)));
  return <span className="tabular-nums">Next try {left > 0 ? `in ${durationOf(left * 1000)}` : "now"}</span>;
}
