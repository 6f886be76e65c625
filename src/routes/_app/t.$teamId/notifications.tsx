import { createFileRoute } from "@tanstack/react-router";
import { type NotificationType, notificationTypes } from "#contract/notifications/notification-words.ts";
import { NotificationsPage } from "#features/notifications/notifications-page.tsx";
import { viewOf } from "#features/notifications/notifications-search.ts";
import { notificationPages } from "#features/notifications/queries.ts";
import { address, oneOf, readFlag } from "#ui/address.ts";

interface Search {
  type?: NotificationType;
  unread?: true;
  show?: "failures" | "review";
  open?: "preferences" | "chats";
}

export const Route = createFileRoute("/_app/t/$teamId/notifications")({
  validateSearch: address<Search>({
    type: oneOf(notificationTypes),
    unread: readFlag,
    show: oneOf(["failures", "review"]),
    open: oneOf(["preferences", "chats"]),
  }),
  loaderDeps: ({ search: { type, ...search } }) => ({ type, view: viewOf(search) }),
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchInfiniteQuery(notificationPages(teamId, deps));
  },
  component: NotificationsPage,
});
