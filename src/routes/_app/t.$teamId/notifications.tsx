import { createFileRoute } from "@tanstack/react-router";
import { type NotificationType, notificationTypes } from "#contract/notifications/notification-words.ts";
import { NotificationsPage } from "#features/notifications/notifications-page.tsx";
import { batchPages } from "#features/notifications/queries.ts";
import { address, oneOf, readFlag } from "#ui/address.ts";

interface Search {
  type?: NotificationType;
  unread?: true;
  open?: "preferences" | "chats";
}

export const Route = createFileRoute("/_app/t/$teamId/notifications")({
  validateSearch: address<Search>({ type: oneOf(notificationTypes), unread: readFlag, open: oneOf(["preferences", "chats"]) }),
  loaderDeps: ({ search: { open: _, ...filter } }) => filter,
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchInfiniteQuery(batchPages(teamId, deps));
  },
  component: NotificationsPage,
});
