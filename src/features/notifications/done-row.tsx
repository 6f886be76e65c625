import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { Notification } from "#contract/notifications/notification.ts";
import { cx } from "#ui/cx.ts";
import { Status } from "#ui/status.tsx";
import { Time, TimeOfDay } from "#ui/time.tsx";
import { severityLook } from "./notification-kinds.ts";
import { NotificationRow } from "./notification-row.tsx";

interface DoneRowProps {
  all: readonly Notification[];
  today: boolean;
  gone: ReadonlySet<string>;
  onDismissed: (id: string) => void;
}

/** Runs of a day that completed as they should, in one line; each of them on demand. */
export function DoneRow({ all, today, gone, onDismissed }: DoneRowProps) {
  const [open, setOpen] = useState(false);
  const runs = all.reduce((sum, { subjects }) => sum + subjects, 0);
  const unread = all.some(({ id, read_at }) => read_at === null && !gone.has(id));
  const last = all[0]?.last_at;
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-10 w-full items-center gap-x-2 border-b border-line px-3 py-1.5 text-start -outline-offset-2 hover:bg-hover md:px-5"
      >
        <span className="flex h-5 shrink-0 items-center gap-2">
          <span aria-hidden className={unread ? "size-1.5 rounded-full bg-accent" : "size-1.5"} />
          <Status {...severityLook.success} iconOnly />
        </span>
        <span className="min-w-0 flex-1 sm:grid sm:grid-cols-[minmax(0,9fr)_minmax(0,10fr)] sm:items-baseline sm:gap-x-6">
          <span className={cx("flex items-center gap-1", unread ? "font-medium" : "text-ink-2")}>
            {unread ? <span className="sr-only">Unread: </span> : null}
            {runs.toLocaleString("en")} runs that you started completed
            <ChevronRight size={14} strokeWidth={1.75} aria-hidden className={cx("text-ink-3 transition-transform", open && "rotate-90")} />
          </span>
          <span className="block min-w-0 truncate text-sm text-ink-2">{all.map(({ title }) => title).join(" · ")}</span>
        </span>
        <span className="shrink-0 text-end text-xs text-ink-3 sm:w-16">
          {last ? today ? <Time at={last} /> : <TimeOfDay at={last} /> : null}
        </span>
        <span aria-hidden className="shrink-0 max-sm:hidden sm:w-36" />
      </button>
      {open ? (
        <ul className="ms-6 border-s border-line">
          {all.map((notification) => (
            <li key={notification.id}>
              <NotificationRow
                {...{ notification, today }}
                gone={gone.has(notification.id)}
                onDismissed={() => onDismissed(notification.id)}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
