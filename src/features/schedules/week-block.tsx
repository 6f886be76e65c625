import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { runState } from "#api/states/run-states.ts";
import type { RunStatus } from "#contract/runs/run.ts";
import { type DueTime, mostDueTimes } from "#contract/schedules/schedule-firings.ts";
import { Dialog } from "#ui/dialog.tsx";
import { AnyLink, type LinkTarget } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Status } from "#ui/status.tsx";
import { dueTimesRead } from "./queries.ts";
import { clockAt, latenessOf, onClock, outcomes } from "./schedule-words.ts";
import { ownZone } from "#ui/own-zone.ts";

/** Some hours of a day of the week. */
export interface Hours {
  readonly from: number;
  readonly to: number;
}

/** Where a schedule is opened. */
export type ScheduleLink = (schedule: Pick<DueTime, "schedule_id">) => LinkTarget;

interface WeekBlockProps {
  teamId: string;
  hours: Hours | undefined;
  link: ScheduleLink;
  onClose: () => void;
}

/** What a number of the week counts: each due time with its schedule, and what came of it. */
export function WeekBlock({ teamId, hours, link, onClose }: WeekBlockProps) {
  return (
    <Dialog
      open={hours !== undefined}
      onClose={onClose}
      size="md"
      title={hours ? clockAt(hours.from, ownZone()).formatRange(hours.from, hours.to) : "Due times"}
    >
      {hours ? <DueTimes teamId={teamId} hours={hours} link={link} onClose={onClose} /> : null}
    </Dialog>
  );
}

function DueTimes({ teamId, hours, link, onClose }: WeekBlockProps & { hours: Hours }) {
  const found = useQuery(dueTimesRead(teamId, hours));
  return (
    <Loaded query={found} what="these due times" inline>
      {({ due_times, truncated }) => (
        <div className="flex flex-col gap-3">
          <ul aria-label="Due times" className="divide-y divide-line rounded-md border border-line text-sm">
            {due_times.map((due) => (
              <Due key={`${due.schedule_id} ${due.due_at}`} teamId={teamId} due={due} link={link(due)} onLeave={onClose} />
            ))}
          </ul>
          {due_times.length === 0 ? <p className="text-sm text-ink-2">No runs are planned in these hours.</p> : null}
          {truncated ? <p className="text-sm text-ink-2">At most the first {mostDueTimes} are listed.</p> : null}
        </div>
      )}
    </Loaded>
  );
}

interface DueProps {
  teamId: string;
  due: DueTime;
  link: LinkTarget;
  onLeave: () => void;
}

function Due({ teamId, due, link, onLeave }: DueProps) {
  const { outcome, due_at, last_due_at, count, run_id, run_status, agent_name, created_at } = due;
  const { why, ...state } = outcome === "planned" ? { look: "queued" as const, word: "Planned", why: undefined } : outcomes[outcome];
  const late = outcome === "planned" || created_at === null ? undefined : latenessOf({ outcome, due_at, created_at });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1.5">
      <time dateTime={due_at} className="w-40 shrink-0 tabular-nums max-sm:me-auto">
        {onClock(due_at)}
      </time>
      <AnyLink
        link={link}
        onClick={onLeave}
        className="min-w-0 flex-1 truncate font-medium hover:underline max-sm:order-1 max-sm:basis-full"
      >
        {agent_name}
      </AnyLink>
      <Status {...state} />
      {run_id && run_status ? (
        <AnyLink link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: run_id })} className="text-accent-ink hover:underline">
          Run: {runState({ status: run_status as RunStatus }).word}
        </AnyLink>
      ) : null}
      {count > 1 ? (
        <span className="order-2 w-full text-ink-2">
          {count.toLocaleString("en")} times, until {onClock(last_due_at)}
          {why ? `. ${why}` : ""}
        </span>
      ) : late || (why && !run_id) ? (
        <span className="order-2 w-full text-ink-2">{late ?? why}</span>
      ) : null}
    </li>
  );
}
