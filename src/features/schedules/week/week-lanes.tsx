import type { Lane } from "#contract/schedules/schedule-firings.ts";
import { clockAt, ruleInWords, stateOf } from "#features/schedules/schedule-words.ts";
import { cx } from "#ui/cx.ts";
import { AnyLink, type LinkTarget } from "#ui/link.tsx";
import { ownZone } from "#ui/own-zone.ts";
import { LaneDay, timeAt } from "./lane-day.tsx";
import { useLaneKeys } from "./lane-keys.ts";
import { LaneLink } from "./lane-link.tsx";
import { type DaySpan, dayWords, placeOf, timesOf } from "./lane-words.ts";
import type { LaneOfDay } from "./lane-times.tsx";

interface WeekLanesProps {
  teamId: string;
  lanes: readonly Lane[];
  days: readonly DaySpan[];
  now: number;
  link: (scheduleId: string) => LinkTarget;
  onOpen: (of: LaneOfDay) => void;
}

/** A lane for each schedule over seven days: when it was due, what came of it, and when it is due next. It is a table for those who hear it. */
export function WeekLanes({ teamId, lanes, days, now, link, onOpen }: WeekLanesProps) {
  const today = days.findIndex(({ from, to }) => now >= from && now < to);
  const { table, onKeyDown } = useLaneKeys();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between the links inside
    <table
      ref={table}
      aria-label="Schedules by day"
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-collapse text-sm max-xl:min-w-240"
    >
      <colgroup>
        <col className="w-64" />
        {days.map(({ from }) => (
          <col key={from} />
        ))}
        <col className="w-33" />
      </colgroup>
      <thead className="text-xs text-ink-3">
        <tr className="h-11 border-b border-line">
          <th scope="col" className="px-3 pb-1 text-start align-bottom font-normal md:ps-5">
            Agent and rule
          </th>
          {days.map((day, at) => (
            <th
              key={day.from}
              scope="col"
              aria-current={at === today ? "date" : undefined}
              className={cx("relative border-s border-line px-2 pt-1 text-start align-top font-normal", isWeekend(day.from) && "bg-sunken")}
            >
              <span className={at === today ? "font-medium text-accent-ink" : "text-ink-2"}>{dayName(day.from)}</span>
              <span
                aria-hidden
                className={cx("absolute bottom-1 -translate-x-1/2", at === today && Math.abs(placeOf(now, day) - 0.5) < 0.34 && "hidden")}
                style={{ left: `${placeOf(noonOf(day.from), day) * 100}%` }}
              >
                12:00
              </span>
              {at === today ? (
                <span
                  className="absolute bottom-0.5 z-1 -translate-x-1/2 rounded-sm bg-accent px-1 font-medium text-on-accent tabular-nums"
                  style={{ left: `clamp(18px, ${placeOf(now, day) * 100}%, calc(100% - 18px))` }}
                >
                  <span className="sr-only">Now </span>
                  {timeAt(now)}
                </span>
              ) : null}
            </th>
          ))}
          <th scope="col" className="border-s border-line px-3 pb-1 text-end align-bottom font-normal md:pe-5">
            Next
          </th>
        </tr>
      </thead>
      <tbody>
        {lanes.map((lane) => (
          <tr key={lane.schedule.id} className="h-12 border-b border-line">
            <th scope="row" className="px-3 text-start font-normal md:ps-5">
              <AnyLink link={link(lane.schedule.id)} className="block truncate font-medium hover:underline">
                {lane.schedule.agent_name}
              </AnyLink>
              <span title={ruleInWords(lane.schedule)} className="block truncate text-xs text-ink-3">
                {ruleInWords(lane.schedule)}
              </span>
            </th>
            {days.map((span, at) => {
              const day = lane.days[at];
              return (
                <td key={span.from} className={cx("relative border-s border-line p-0", isWeekend(span.from) && "bg-sunken")}>
                  <span aria-hidden className="absolute inset-x-0 top-[18px] border-t border-line" />
                  {at === today ? (
                    <span
                      aria-hidden
                      className="absolute -inset-y-px border-s-[1.5px] border-accent"
                      style={{ left: `${placeOf(now, span) * 100}%` }}
                    />
                  ) : null}
                  {day && timesOf(day) > 0 ? (
                    <>
                      <LaneDay day={day} span={span} now={now} />
                      <LaneLink
                        teamId={teamId}
                        day={day}
                        label={`${lane.schedule.agent_name}, ${dayName(span.from)}: ${dayWords(day)}${day.first ? `, ${timesWords(day.first, day.last)}` : ""}`}
                        onOpen={() => onOpen({ schedule: lane.schedule, ...span })}
                        className="absolute inset-0 hover:bg-hover/50"
                      />
                    </>
                  ) : null}
                </td>
              );
            })}
            <td className="border-s border-line px-3 text-end md:pe-5">
              <NextDue lane={lane} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** When it is due next, or why it is not. */
function NextDue({ lane: { schedule }, now }: { lane: Lane; now: number }) {
  if (schedule.enabled && schedule.next_fire_at)
    return <span className="tabular-nums">{soon(Date.parse(schedule.next_fire_at), now)}</span>;
  const { look, word } = stateOf(schedule);
  return <span className={look === "failed" ? "text-xs text-failed" : "text-xs text-ink-3"}>{word}</span>;
}

/** A day within a week by its name, and one after it by its date. */
export function soon(at: number, now: number): string {
  const day = new Date(at).toDateString();
  if (day === new Date(now).toDateString()) return `Today ${timeAt(at)}`;
  const isNear = Math.abs(at - now) < 6 * 86_400_000;
  return clockAt(at, ownZone(), {
    ...(isNear ? { weekday: "short" } : { month: "short", day: "numeric" }),
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(at);
}

function timesWords(first: string, last: string | null): string {
  const [from, to] = [timeAt(Date.parse(first)), last === null ? "" : timeAt(Date.parse(last))];
  return to === "" || to === from ? `at ${from}` : `${from} to ${to}`;
}

const named = new Intl.DateTimeFormat("en", { weekday: "short", day: "numeric" });
/** As in "Fri 27". */
export function dayName(at: number): string {
  const parts = named.formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${of("weekday")} ${of("day")}`;
}

function isWeekend(at: number): boolean {
  return [0, 6].includes(new Date(at).getDay());
}

/** Midday on the clock of a day, wherever in it that is. */
function noonOf(at: number): number {
  return new Date(at).setHours(12, 0, 0, 0);
}
