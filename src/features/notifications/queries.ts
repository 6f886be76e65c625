import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { callWith } from "#api/client.ts";
import { read } from "#api/query.ts";
import { rememberRead } from "#api/stale.ts";
import { listNotificationChats } from "#contract/notifications/chats.ts";
import type { NotificationType } from "#contract/notifications/notification-words.ts";
import { getUnreadNotificationCount, listNotifications } from "#contract/notifications/notifications.ts";
import { getNotificationPreferences } from "#contract/notifications/preferences.ts";
import { ownZone } from "#ui/own-zone.ts";
import type { NotificationView } from "./notifications-search.ts";

export interface NotificationFilter {
  readonly view: NotificationView;
  readonly type?: NotificationType | undefined;
}

const perPage = 50;
const narrowings = {
  all: {},
  unread: { unread: "true" },
  failures: { minSeverity: "warning" },
  review: { type: "config_proposal" },
} as const satisfies Record<NotificationView, object>;

/** What the caller was told by the days of this zone, failures first, page by page. */
export function notificationPages(teamId: string, { view, type }: NotificationFilter) {
  rememberRead(listNotifications);
  const query = { limit: perPage, sort: "day" as const, timezone: ownZone(), ...(type && { type }), ...narrowings[view] };
  const input = { params: { teamId }, query };
  return infiniteQueryOptions({
    queryKey: [listNotifications.reads, listNotifications.name, input, "pages"] as const,
    queryFn: ({ pageParam, signal }) =>
      callWith(listNotifications, { ...input, query: { ...query, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export function unreadCountRead(teamId: string) {
  return read(getUnreadNotificationCount, { params: { teamId } }, { poll: true });
}

export function chatsRead(teamId: string) {
  return read(listNotificationChats, { params: { teamId } });
}

export function preferencesRead(teamId: string) {
  return read(getNotificationPreferences, { params: { teamId } });
}
