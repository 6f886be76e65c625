import { X } from "lucide-react";
import { useWrite } from "#api/query.ts";
import type { Notification } from "#contract/notifications/notification.ts";
import { dismissNotification, markNotificationRead } from "#contract/notifications/notifications.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { toastFailed } from "#ui/toast.ts";
import { resolvedLook, severityLook } from "./notification-kinds.ts";

interface NotificationRowProps {
  notification: Notification;
  gone?: boolean;
  onDismissed: () => void;
}

/** One thing that somebody was told. Opening what it is about reads it. */
export function NotificationRow({ notification, gone = false, onDismissed }: NotificationRowProps) {
  const { id, severity, title, body, occurrences, subjects, last_at, read_at, resolved_at, link } = notification;
  const read = useWrite(markNotificationRead);
  const dismiss = useWrite(dismissNotification, { onSuccess: onDismissed });
  const unread = !gone && read_at === null && resolved_at === null;
  return (
    <div className="group/row relative flex items-start gap-2 px-3 py-2 hover:bg-hover">
      <span className="flex h-5 items-center gap-2">
        <span aria-hidden className={unread ? "size-1.5 rounded-full bg-accent" : "size-1.5"} />
        <Status {...(resolved_at === null ? severityLook[severity] : resolvedLook)} iconOnly />
      </span>
      <div className="min-w-0 flex-1">
        <p className={unread ? "font-medium break-words" : "break-words text-ink-2"}>
          <AnyLink
            link={link}
            className="rounded-sm after:absolute after:inset-0 hover:underline"
            onClick={() => (unread ? read.mutate({ params: { id } }, { onError: toastFailed }) : undefined)}
          >
            {unread ? <span className="sr-only">Unread: </span> : null}
            {title}
          </AnyLink>
          {occurrences > 1 && subjects === 1 ? (
            <span className="ms-1.5 font-normal whitespace-nowrap text-ink-3" title={`Happened ${occurrences.toLocaleString("en")} times`}>
              ×{occurrences.toLocaleString("en")}
            </span>
          ) : null}
          {resolved_at === null ? null : (
            <span className="ms-1.5 text-sm whitespace-nowrap text-ink-3">
              Resolved <Time at={resolved_at} />
            </span>
          )}
        </p>
        {body ? <p className="line-clamp-2 text-sm break-words text-ink-2">{body}</p> : null}
      </div>
      <span className="h-5 shrink-0 text-xs leading-5 text-ink-3">
        <Time at={last_at} />
      </span>
      {gone ? null : (
        <IconButton
          icon={X}
          label={`Dismiss: ${title}`}
          size="sm"
          className="relative -my-0.5"
          pending={dismiss.isPending}
          onClick={() => dismiss.mutate({ params: { id } }, { onError: toastFailed })}
        />
      )}
    </div>
  );
}
