import { useNow } from "./ticker.ts";

interface DurationProps {
  from: string | null | undefined;
  to?: string | null | undefined;
  /** Follows in the same text: beside it, it would move with the digits. */
  note?: string;
}

/** From `from` to `to`, or until now while it goes on. Both ISO 8601. */
export function Duration({ from, to, note = "" }: DurationProps) {
  const said = useNow((now) => (from ? durationOf((to ? Date.parse(to) : now) - Date.parse(from)) : "–") + note);
  // A text of another length is another one: at the end of a line its first letter would move.
  return (
    <span key={said.length} className={from ? "whitespace-nowrap" : "text-ink-3"}>
      {said}
    </span>
  );
}

/** As in `40ms`, `0.4s`, `12s`, `3m 20s`, `2h 5m`, `3d 4h`: the units of a time that is told as "3m ago". No time at all is `0s`. */
export function durationOf(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  // In tenths of a second these would be none, or one too many.
  if (seconds > 0 && seconds < 0.1) return `${Math.ceil(milliseconds)}ms`;
  if (seconds >= 0.1 && seconds < 0.95) return `${seconds.toFixed(1)}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return pair(Math.floor(whole / 60), "m", whole % 60, "s");
  if (whole < 86_400) return pair(Math.floor(whole / 3600), "h", Math.floor((whole % 3600) / 60), "m");
  return pair(Math.floor(whole / 86_400), "d", Math.floor((whole % 86_400) / 3600), "h");
}

function pair(large: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${unit}` : `${large}${unit} ${small}${smallUnit}`;
}
