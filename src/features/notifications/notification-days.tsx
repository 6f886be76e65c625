import type { Notification } from "#contract/notifications/notification.ts";
import { ownZone } from "#ui/own-zone.ts";
import { useNow } from "#ui/ticker.ts";
import { DayHead } from "./day-head.tsx";
import { dayInWords, daysOf, isUnread } from "./days.ts";
import { DoneRow } from "./done-row.tsx";
import { NotificationRow } from "./notification-row.tsx";

interface NotificationDaysProps {
  /** In the order of their days. */
  notifications: readonly Notification[];
  /** Of these, what the list has no more. */
  gone: ReadonlySet<string>;
  /** More of the last day may come with the next page. */
  more: boolean;
  onDismissed: (id: string) => void;
  onRead: (ids: readonly string[]) => void;
}

/** A heading for each day, and a line for each thing. */
export function NotificationDays({ notifications, gone, more, onDismissed, onRead }: NotificationDaysProps) {
  const zone = ownZone();
  const now = useNow((at) => new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(at));
  const days = daysOf(notifications, zone);
  return days.map(({ date, lines }, at) => {
    const today = date === now;
    const words = dayInWords(date, now);
    return (
      <section key={date} aria-label={words}>
        <DayHead
          words={words}
          unread={lines.flatMap((line) => ("all" in line ? line.all : [line])).filter((one) => isUnread(one) && !gone.has(one.id))}
          whole={!more || at < days.length - 1}
          onRead={onRead}
        />
        {lines.map((line) =>
          "all" in line ? (
            <DoneRow key={line.id} all={line.all} {...{ today, gone, onDismissed }} />
          ) : (
            <NotificationRow
              key={line.id}
              notification={line}
              today={today}
              gone={gone.has(line.id)}
              onDismissed={() => onDismissed(line.id)}
            />
          ),
        )}
      </section>
    );
  });
}
