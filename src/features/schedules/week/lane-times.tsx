import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { runState } from "#api/states/run-states.ts";
import type { RunStatus } from "#contract/runs/run.ts";
import { type DueTime, mostDueTimes, type TeamSchedule } from "#contract/schedules/schedule-firings.ts";
import { dueTimesRead } from "#features/schedules/queries.ts";
import { clockAt, latenessOf, onClock, outcomes } from "#features/schedules/schedule-words.ts";
import { Dialog } from "#ui/dialog.tsx";
import { AnyLink, type LinkTarget } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { ownZone } from "#ui/own-zone.ts";
import { Status } from "#ui/status.tsx";
import type { DaySpan } from "./lane-words.ts";

/** A day of one schedule. */
export interface LaneOfDay extends DaySpan {
  readonly schedule: TeamSchedule;
}

interface LaneTimesProps {
  teamId: string;
  of: LaneOfDay | undefined;
  /** Where the schedule is opened. */
  link: (scheduleId: string) => LinkTarget;
  onClose: () => void;
}

/** What a day of a lane counts: each due time, and what came of it. */
export function LaneTimes({ teamId, of, link, onClose }: LaneTimesProps) {
  const day = of && clockAt(of.from, ownZone(), { weekday: "long", month: "long", day: "numeric" }).format(of.from);
  return (
    <Dialog open={of !== undefined} onClose={onClose} size="md" title={of ? `${of.schedule.agent_name}, ${day}` : "Due times"}>
      {of ? <DueTimes teamId={teamId} of={of} link={link} onClose={onClose} /> : null}
    </Dialog>
  );
}

function DueTimes({ teamId, of, link, onClose }: LaneTimesProps & { of: LaneOfDay }) {
  const found = useQuery(dueTimesRead(teamId, of.schedule.id, of));
  return (
    <Loaded query={found} what="these due times" inline>
      {({ due_times, truncated }) => (
        <div className="flex flex-col gap-3">
          <ul aria-label="Due times" className="divide-y divide-line rounded-md border border-line text-sm">
            {due_times.map((due) => (
              <Due key={due.due_at} teamId={teamId} due={due} />
            ))}
          </ul>
          {due_times.length === 0 ? <p className="text-sm text-ink-2">No runs are planned on this day.</p> : null}
          {truncated ? <p className="text-sm text-ink-2">At most the first {mostDueTimes} are listed.</p> : null}
          <AnyLink link={link(of.schedule.id)} onClick={onClose} className="self-start text-sm text-accent-ink hover:underline">
            Open schedule
          </AnyLink>
        </div>
      )}
    </Loaded>
  );
}

function Due({ teamId, due }: { teamId: string; due: DueTime }) {
  const { outcome, due_at, last_due_at, count, run_id, run_status, created_at } = due;
  const { why, ...state } = outcome === "planned" ? { look: "queued" as const, word: "Planned", why: undefined } : outcomes[outcome];
  const late = outcome === "planned" || created_at === null ? undefined : latenessOf({ outcome, due_at, created_at });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1.5">
      <time dateTime={due_at} className="w-40 shrink-0 tabular-nums max-sm:me-auto">
        {onClock(due_at)}
      </time>
      <Status {...state} />
      {run_id && run_status ? (
        <AnyLink link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: run_id })} className="ms-auto text-accent-ink hover:underline">
          Run: {runState({ status: run_status as RunStatus }).word}
        </AnyLink>
      ) : null}
      {count > 1 ? (
        <span className="w-full text-ink-2">
          {count.toLocaleString("en")} times, until {onClock(last_due_at)}
          {why ? `. ${why}` : ""}
        </span>
      ) : late || (why && !run_id) ? (
        <span className="w-full text-ink-2">{late ?? why}</span>
      ) : null}
    </li>
  );
}
