import type { Lane, LaneDay as Day } from "#contract/schedules/schedule-firings.ts";
import { ruleInWords } from "#features/schedules/schedule-words.ts";
import { cx } from "#ui/cx.ts";
import { LaneDay, timeAt } from "./lane-day.tsx";
import { LaneLink } from "./lane-link.tsx";
import { type DaySpan, dayWords, timesOf } from "./lane-words.ts";
import type { LaneOfDay } from "./lane-times.tsx";
import { dayName } from "./week-lanes.tsx";

interface DayListProps {
  teamId: string;
  lanes: readonly Lane[];
  days: readonly DaySpan[];
  now: number;
  chosen: number;
  onChoose: (day: number) => void;
  onOpen: (of: LaneOfDay) => void;
}

interface DueOnDay {
  readonly lane: Lane;
  readonly day: Day;
}

/** One day of a week as a list, in the order of its first due times, under a strip of the seven to choose from. */
export function DayList({ teamId, lanes, days, now, chosen, onChoose, onOpen }: DayListProps) {
  const span = days[chosen];
  if (!span) return null;
  const due = dueOn(lanes, chosen);
  return (
    <>
      <div role="group" aria-label="Day" className="grid grid-cols-7 border-b border-line">
        {days.map((day, at) => {
          const all = dueOn(lanes, at);
          const isBad = all.some(({ day: of }) => of.failed + of.missed > 0);
          const count = all.reduce((sum, { day: of }) => sum + timesOf(of), 0);
          return (
            <button
              key={day.from}
              type="button"
              aria-pressed={at === chosen}
              aria-current={now >= day.from && now < day.to ? "date" : undefined}
              onClick={() => onChoose(at)}
              className="flex h-14 flex-col items-center justify-center gap-0.5 text-xs text-ink-2 aria-[current]:text-accent-ink aria-pressed:bg-pressed aria-pressed:font-medium"
            >
              <span>{dayName(day.from)}</span>
              <span className={cx("tabular-nums", isBad ? "font-medium text-failed" : "text-ink-3")}>
                {count === 0 ? "–" : brief.format(count)}
                <span className="sr-only">{isBad ? " due times, some failed or were missed" : " due times"}</span>
              </span>
            </button>
          );
        })}
      </div>
      {due.length === 0 ? (
        <p className="border-b border-line px-3 py-6 text-center text-sm text-ink-2">No runs are planned on this day.</p>
      ) : null}
      <ul aria-label="Due on this day">
        {due.map(({ lane, day }) => (
          <li key={lane.schedule.id} className="relative border-b border-line px-3 py-2">
            <div className="flex items-baseline gap-3 text-sm">
              <span className="min-w-0 flex-1 truncate font-medium">{lane.schedule.agent_name}</span>
              <span className={cx("shrink-0 text-xs tabular-nums", day.failed + day.missed > 0 ? "text-failed" : "text-ink-2")}>
                {dayWords(day)}
              </span>
            </div>
            <span className="block truncate text-xs text-ink-3">{ruleInWords(lane.schedule)}</span>
            <div className="relative mt-0.5 h-11">
              <span aria-hidden className="absolute inset-x-0 top-[18px] border-t border-line" />
              <LaneDay day={day} span={span} now={now} />
            </div>
            <LaneLink
              teamId={teamId}
              day={day}
              label={`${lane.schedule.agent_name}, ${dayWords(day)}${day.first ? ` from ${timeAt(Date.parse(day.first))} on` : ""}`}
              onOpen={() => onOpen({ schedule: lane.schedule, ...span })}
              className="absolute inset-0"
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function dueOn(lanes: readonly Lane[], at: number): DueOnDay[] {
  return lanes
    .flatMap((lane) => {
      const day = lane.days[at];
      return day && timesOf(day) > 0 ? [{ lane, day }] : [];
    })
    .toSorted((a, b) => (a.day.first ?? "").localeCompare(b.day.first ?? ""));
}

const brief = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
