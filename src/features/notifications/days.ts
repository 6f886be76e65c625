import type { Notification } from "#contract/notifications/notification.ts";

/** Several that say that something is done, in one line. */
export interface Done {
  readonly id: string;
  readonly all: readonly Notification[];
}
export interface Day {
  /** As in 2026-01-31. */
  readonly date: string;
  readonly lines: readonly (Notification | Done)[];
}

export function isUnread({ read_at, resolved_at }: Notification): boolean {
  return read_at === null && resolved_at === null;
}

/** From so many on, what is done stands together. */
const together = 3;

/** Notifications that are in the order of their days, by these: completed runs that follow each other are one line. */
export function daysOf(notifications: readonly Notification[], zone: string): Day[] {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
  const days: { date: string; lines: (Notification | Done)[] }[] = [];
  for (const notification of notifications) {
    const date = format.format(new Date(notification.last_at));
    if (days.at(-1)?.date !== date) days.push({ date, lines: [] });
    days.at(-1)?.lines.push(notification);
  }
  return days.map(({ date, lines }) => ({ date, lines: folded(lines as Notification[]) }));
}

function folded(all: readonly Notification[]): (Notification | Done)[] {
  const from = all.findIndex(isDone);
  if (from < 0) return [...all];
  const length = all.slice(from).findIndex((one) => !isDone(one));
  const done = all.slice(from, length < 0 ? undefined : from + length);
  if (done.length < together) return [...all.slice(0, from), ...done, ...folded(all.slice(from + done.length))];
  return [...all.slice(0, from), { id: `done:${done[0]?.id}`, all: done }, ...folded(all.slice(from + done.length))];
}

function isDone({ type, resolved_at }: Notification): boolean {
  return type === "job_done" && resolved_at === null;
}

/** How a day is called on another one, as in "Today" or "Thursday, November 26". Both as in 2026-01-31. */
export function dayInWords(date: string, today: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  if (date === today) return "Today";
  if (Date.parse(today) - at.getTime() === 86_400_000) return "Yesterday";
  const year = date.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat("en", { timeZone: "UTC", weekday: "long", month: "long", day: "numeric", ...year }).format(at);
}
