import type { LaneDay as Day, LaneMark } from "#contract/schedules/schedule-firings.ts";
import { clockAt } from "#features/schedules/schedule-words.ts";
import { cx } from "#ui/cx.ts";
import { ownZone } from "#ui/own-zone.ts";
import { barWords, type DaySpan, kindOf, type MarkKind, placeOf } from "./lane-words.ts";

/** How each outcome looks. None is told by its hue alone: a ring is open, a missed one is dashed, a failed one has a cross of the canvas in it. */
export const dotLooks: Record<MarkKind, string> = {
  ran: "bg-chart-edge",
  failed: "bg-chart-failed shadow-[inset_0_0_0_2.5px_var(--chart-failed),inset_0_0_0_5px_var(--canvas)]",
  missed: "border-[1.5px] border-dashed border-failed bg-canvas",
  skipped: "bg-chart-other",
  planned: "border-[1.5px] border-chart-edge bg-canvas",
};
const labelLooks: Partial<Record<MarkKind, string>> = { failed: "font-medium text-failed", missed: "font-medium text-failed" };

/** What is nearer to the one before, as a part of the day, has no room for its time. */
const labelRoom = 0.36;

interface LaneDayProps {
  day: Day;
  span: DaySpan;
  /** The moment up to which a day is past. */
  now: number;
}

/** One day of a lane: a dot for each due time, or a bar with what failed where there are more. */
export function LaneDay({ day, span, now }: LaneDayProps) {
  if (day.first === null || day.last === null) return null;
  const many = day.ran + day.failed + day.missed + day.skipped + day.planned > day.marks.reduce((sum, { count }) => sum + count, 0);
  return many || day.marks.length > 4 ? (
    <Bar day={day} span={span} now={now} first={Date.parse(day.first)} last={Date.parse(day.last)} />
  ) : (
    <Dots marks={day.marks} span={span} />
  );
}

function Dots({ marks, span }: { marks: readonly LaneMark[]; span: DaySpan }) {
  const places = marks.map(({ due_at }) => placeOf(Date.parse(due_at), span));
  return marks.map((mark, at) => {
    const place = places[at] ?? 0;
    const kind = kindOf(mark);
    const isNear = place - (places[at - 1] ?? -1) < labelRoom && at > 0;
    return (
      <span key={mark.due_at} aria-hidden>
        <span
          className={cx("absolute top-[13px] size-2.5 -translate-x-1/2 rounded-full", dotLooks[kind])}
          style={{ left: `${place * 100}%` }}
        />
        {isNear ? null : (
          <span
            className={cx("absolute top-[26px] text-xs leading-4 tabular-nums", labelLooks[kind] ?? "text-ink-2")}
            style={place > 0.62 ? { right: `${Math.max(0, 1 - place) * 100 - 8}%` } : { left: `max(4px, calc(${place * 100}% - 6px))` }}
          >
            {timeAt(Date.parse(mark.due_at))}
            {mark.count > 1 ? ` ×${mark.count.toLocaleString("en")}` : ""}
          </span>
        )}
      </span>
    );
  });
}

function Bar({ day, span, now, first, last }: LaneDayProps & { first: number; last: number }) {
  const [from, to, until] = [placeOf(first, span), placeOf(last, span), placeOf(now, span)];
  const done = day.planned > 0 ? Math.max(from, Math.min(to, until)) : to;
  const { says, isBad } = barWords(day);
  const width = (part: number) => `max(2px, ${part * 100}%)`;
  return (
    <span aria-hidden>
      {done > from || day.planned === 0 ? (
        <span
          className="absolute top-[14px] h-2 border-y-[1.5px] border-chart-edge bg-chart-pale"
          style={{ left: `${from * 100}%`, width: width(done - from) }}
        />
      ) : null}
      {day.planned > 0 ? (
        <span
          className="absolute top-[14px] h-2 border-y-[1.5px] border-dashed border-chart-edge"
          style={{ left: `${done * 100}%`, width: width(to - done) }}
        />
      ) : null}
      {day.marks.map((mark) => (
        <span
          key={mark.due_at}
          className="absolute top-[11px] h-3.5 w-0.5 bg-chart-failed"
          style={{ left: `${placeOf(Date.parse(mark.due_at), span) * 100}%` }}
        />
      ))}
      <span
        className={cx(
          "absolute top-[26px] text-xs leading-4 whitespace-nowrap tabular-nums",
          until > 0.5 && until < 1 ? "start-1" : "end-1",
          isBad ? "font-medium text-failed" : "text-ink-3",
        )}
      >
        {says}
      </span>
    </span>
  );
}

export function timeAt(at: number): string {
  return clockAt(at, ownZone(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}
