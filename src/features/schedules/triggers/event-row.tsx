import type { ReactNode } from "react";
import { onClock } from "#features/schedules/schedule-words.ts";
import { type State, Status } from "#ui/status.tsx";

interface EventRowProps {
  at: string;
  title: string | null | undefined;
  state: State;
  /** What a person can do with it; null: nothing, where others of the list have something. */
  act?: ReactNode;
  children: ReactNode;
}

/** One event: when, what it was about, what came of it, and why. */
export function EventRow({ at, title, state, act, children }: EventRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1.5">
      <time dateTime={at} className="w-36 shrink-0 tabular-nums">
        {onClock(at)}
      </time>
      <span className="min-w-0 flex-1 basis-32 truncate">{title ?? "Deleted since"}</span>
      <span className="w-full shrink-0 sm:w-36">
        <Status {...state} />
      </span>
      <span className="min-w-0 flex-1 text-ink-2 sm:w-64 sm:flex-none">{children}</span>
      {act === undefined ? null : <span className="w-7 shrink-0">{act}</span>}
    </li>
  );
}
