import { Check, X } from "lucide-react";
import { useWrite } from "#api/query.ts";
import type { Notification } from "#contract/notifications/notification.ts";
import { dismissNotification, markNotificationRead } from "#contract/notifications/notifications.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { NoLongerListed } from "#ui/no-longer-listed.tsx";
import { Status } from "#ui/status.tsx";
import { Time, TimeOfDay } from "#ui/time.tsx";
import { toastFailed } from "#ui/toast.ts";
import { isUnread } from "./days.ts";
import { actions, resolvedLook, severityLook } from "./notification-kinds.ts";

interface NotificationRowProps {
  notification: Notification;
  /** Whether it is of today: how long ago it was says more then than the hour. */
  today: boolean;
  gone?: boolean;
  onDismissed: () => void;
}

/** One thing that somebody was told: what, why, when, and what to do about it. Opening what it is about reads it. */
export function NotificationRow({ notification, today, gone = false, onDismissed }: NotificationRowProps) {
  const { id, type, severity, title, body, occurrences, subjects, last_at, resolved_at, link } = notification;
  const read = useWrite(markNotificationRead);
  const dismiss = useWrite(dismissNotification, { onSuccess: onDismissed });
  const unread = !gone && isUnread(notification);
  const opened = () => (unread ? read.mutate({ params: { id } }, { onError: toastFailed }) : undefined);
  const act = resolved_at === null && !gone ? actions[type] : undefined;
  return (
    <div className="group/row relative flex min-h-10 items-center gap-x-2 border-b border-line px-3 py-1.5 hover:bg-hover md:px-5">
      <span className="flex h-5 shrink-0 items-center gap-2 self-start pt-0.5 sm:self-center sm:pt-0">
        <span aria-hidden className={unread ? "size-1.5 rounded-full bg-accent" : "size-1.5"} />
        <Status {...(resolved_at === null ? severityLook[severity] : resolvedLook)} iconOnly />
      </span>
      <div className="min-w-0 flex-1 sm:grid sm:grid-cols-[minmax(0,9fr)_minmax(0,10fr)] sm:items-baseline sm:gap-x-6">
        <p className={unread ? "font-medium break-words sm:truncate" : "break-words text-ink-2 sm:truncate"}>
          <AnyLink link={link} title={title} className="rounded-sm after:absolute after:inset-0 hover:underline" onClick={opened}>
            {unread ? <span className="sr-only">Unread: </span> : null}
            {title}
          </AnyLink>
          {occurrences > 1 && subjects === 1 ? (
            <span className="ms-1.5 font-normal whitespace-nowrap text-ink-3" title={`Happened ${occurrences.toLocaleString("en")} times`}>
              ×{occurrences.toLocaleString("en")}
            </span>
          ) : null}
        </p>
        <p className="min-w-0 text-sm break-words text-ink-2 max-sm:line-clamp-2 sm:truncate" title={body ?? undefined}>
          {gone ? (
            <NoLongerListed />
          ) : (
            <>
              {resolved_at === null ? null : (
                <span className="text-ink-3">
                  Resolved <Time at={resolved_at} />
                  {body ? " · " : ""}
                </span>
              )}
              {body}
            </>
          )}
        </p>
      </div>
      <span className="shrink-0 self-start text-end text-xs leading-6 text-ink-3 sm:w-16 sm:self-center">
        {today ? <Time at={last_at} /> : <TimeOfDay at={last_at} />}
      </span>
      <span className="relative flex shrink-0 items-center justify-end gap-1 self-start sm:w-36 sm:self-center">
        {act ? (
          <AnyLink
            link={link}
            aria-label={`${act}: ${title}`}
            className="me-1 rounded-sm text-sm font-medium whitespace-nowrap text-accent-ink hover:underline max-sm:hidden"
            onClick={opened}
          >
            {act}
          </AnyLink>
        ) : null}
        {unread ? (
          <IconButton icon={Check} label={`Mark read: ${title}`} size="sm" className={onHover} pending={read.isPending} onClick={opened} />
        ) : null}
        {gone ? null : (
          <IconButton
            icon={X}
            label={`Dismiss: ${title}`}
            size="sm"
            className={onHover}
            pending={dismiss.isPending}
            onClick={() => dismiss.mutate({ params: { id } }, { onError: toastFailed })}
          />
        )}
      </span>
    </div>
  );
}

/** A pointer that can rest on a row finds them there; a finger always. */
const onHover = "[@media(hover:hover)]:not-focus-visible:opacity-0 group-hover/row:opacity-100!";
