export const notificationViews = ["all", "unread", "failures", "review"] as const;
export type NotificationView = (typeof notificationViews)[number];

interface ViewSearch {
  readonly unread?: true;
  readonly show?: "failures" | "review";
}

/** The view that an address names. */
export function viewOf({ unread, show }: ViewSearch): NotificationView {
  return unread ? "unread" : (show ?? "all");
}

export function searchOf(view: NotificationView): ViewSearch {
  if (view === "all") return {};
  return view === "unread" ? { unread: true } : { show: view };
}
