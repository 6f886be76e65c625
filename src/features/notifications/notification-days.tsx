import type { Notification } from "#contract/notifications/notification.ts";
import { ownZone } from "#ui/own-zone.ts";
import { useNow } from "#ui/ticker.ts";
import { dayInWords, daysOf } from "./days.ts";
import { DoneRow } from "./done-row.tsx";
import { NotificationRow } from "./notification-row.tsx";

interface NotificationDaysProps {
  /** In the order of their days. */
  notifications: readonly Notification[];
  /** Of these, what the list has no more. */
  gone: ReadonlySet<string>;
  onDismissed: (id: string) => void;
}

/** A heading for each day, and a line for each thing. */
export function NotificationDays({ notifications, gone, onDismissed }: NotificationDaysProps) {
  const zone = ownZone();
  const now = useNow((at) => new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(at));
  return daysOf(notifications, zone).map(({ date, lines }) => {
    const today = date === now;
    const words = dayInWords(date, now);
    return (
      <section key={date} aria-label={words}>
        <h2 className="sticky top-0 z-10 border-b border-line bg-sunken px-3 py-1.5 text-sm font-medium md:px-5">{words}</h2>
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
