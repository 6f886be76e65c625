import { useNow } from "./ticker.ts";

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "narrow" });
const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric" });
const dayAndYear = new Intl.DateTimeFormat("en", { year: "numeric", month: "short", day: "numeric" });
const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const dayAndClock = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const minute = new Intl.DateTimeFormat("en", {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short",
});
const exact = new Intl.DateTimeFormat("en", {
  weekday: "short",
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZoneName: "long",
});

/** How long ago something was; the exact time with its zone on hover. `at` is ISO 8601; a clock that is ahead of this one makes it no future. */
export function Time({ at }: { at: string | null | undefined }) {
  const said = useNow((now) => (at ? ago(at, now) : ""));
  if (!at) return <span className="text-ink-3">–</span>;
  return (
    // As with a duration: a text of another length is another one.
    <time key={said.length} dateTime={at} title={exactTime(at)} className="whitespace-nowrap">
      {said}
    </time>
  );
}

/** When it was by the clock, with the day unless that is today. `at` is in milliseconds since 1970. */
export function ClockTime({ at }: { at: number }) {
  const said = useNow((now) => (new Date(at).toDateString() === new Date(now).toDateString() ? clock : dayAndClock).format(at));
  return <time dateTime={new Date(at).toISOString()}>{said}</time>;
}

/** The hour of a day that stands above it; the exact time on hover. */
export function TimeOfDay({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap tabular-nums">
      {clock.format(new Date(at))}
    </time>
  );
}

/** The day, where the hour would promise more than is meant; the exact time on hover. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap">
      {dayAndYear.format(new Date(at))}
    </time>
  );
}

/** As {@link Day}, without the year while it is this one. */
export function ShortDay({ at }: { at: string }) {
  const date = new Date(at);
  const said = useNow((now) => (date.getFullYear() === new Date(now).getFullYear() ? day : dayAndYear).format(date));
  return (
    <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap">
      {said}
    </time>
  );
}

/** The exact time in words, where "an hour ago" would soon be wrong: on paper. */
export function FullTime({ at }: { at: string }) {
  return <time dateTime={at}>{exactTime(at)}</time>;
}

/** Day, time and zone in a line of text on paper. */
export function MinuteTime({ at }: { at: string }) {
  return <time dateTime={at}>{minuteTime(at)}</time>;
}

export function minuteTime(at: string): string {
  return minute.format(new Date(at));
}

/** With weekday, seconds and the viewer's zone. */
export function exactTime(at: string): string {
  return exact.format(new Date(at));
}

function ago(at: string, now: number): string {
  const then = new Date(at);
  const seconds = Math.min(0, Math.round((then.getTime() - now) / 1000));
  const size = Math.abs(seconds);
  if (size < 10) return "just now";
  if (size < 60) return relative.format(seconds, "second");
  if (size < 3600) return relative.format(Math.trunc(seconds / 60), "minute");
  if (size < 86_400) return relative.format(Math.trunc(seconds / 3600), "hour");
  if (size < 7 * 86_400) return relative.format(Math.trunc(seconds / 86_400), "day");
  return then.getFullYear() === new Date(now).getFullYear() ? day.format(then) : dayAndYear.format(then);
}
