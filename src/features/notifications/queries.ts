import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { callWith } from "#api/client.ts";
import { read } from "#api/query.ts";
import { rememberRead } from "#api/stale.ts";
import { listNotificationChats } from "#contract/notifications/chats.ts";
import type { NotificationType } from "#contract/notifications/notification-words.ts";
import { listNotificationBatches, listNotifications } from "#contract/notifications/notifications.ts";
import { getNotificationPreferences } from "#contract/notifications/preferences.ts";

export interface NotificationFilter {
  readonly type?: NotificationType;
  readonly unread?: true;
}

const perPage = 30;
const queryOf = ({ type, unread }: NotificationFilter) => ({ ...(type && { type }), ...(unread && { unread: "true" as const }) });

/** Batches of what the caller was told, the newest first, page by page. */
export function batchPages(teamId: string, filter: NotificationFilter) {
  rememberRead(listNotificationBatches);
  const input = { params: { teamId }, query: { limit: perPage, ...queryOf(filter) } };
  return infiniteQueryOptions({
    queryKey: [listNotificationBatches.reads, listNotificationBatches.name, input, "pages"] as const,
    queryFn: ({ pageParam, signal }) =>
      callWith(listNotificationBatches, { ...input, query: { ...input.query, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** The members of a batch, the most important first, page by page. */
export function memberPages(teamId: string, batchId: string, filter: NotificationFilter) {
  rememberRead(listNotifications);
  const input = { params: { teamId }, query: { limit: 100, batchId, sort: "importance" as const, ...queryOf(filter) } };
  return infiniteQueryOptions({
    queryKey: [listNotifications.reads, listNotifications.name, input, "pages"] as const,
    queryFn: ({ pageParam, signal }) =>
      callWith(listNotifications, { ...input, query: { ...input.query, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export function chatsRead(teamId: string) {
  return read(listNotificationChats, { params: { teamId } });
}

export function preferencesRead(teamId: string) {
  return read(getNotificationPreferences, { params: { teamId } });
}
