import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Bell, CheckCheck, MessagesSquare, SlidersHorizontal, Trash2 } from "lucide-react";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { setNotificationChat } from "#contract/notifications/chats.ts";
import type { Notification } from "#contract/notifications/notification.ts";
import { notificationTypes } from "#contract/notifications/notification-words.ts";
import { deleteReadNotifications, markAllNotificationsRead, mostCountedNotifications } from "#contract/notifications/notifications.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { counted } from "#ui/counted.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { FreshChip } from "#ui/fresh-chip.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { Page } from "#ui/page.tsx";
import { Select } from "#ui/select.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { Toolbar } from "#ui/toolbar.tsx";
import { useSteadyRows } from "#ui/use-steady-rows.ts";
import { ChatsDialog } from "./chats-dialog.tsx";
import { kinds } from "./notification-kinds.ts";
import { NotificationDays } from "./notification-days.tsx";
import { PreferencesDialog } from "./preferences-dialog.tsx";
import { type NotificationView, notificationViews, searchOf, viewOf } from "./notifications-search.ts";
import { notificationPages, unreadCountRead } from "./queries.ts";

const route = getRouteApi("/_app/t/$teamId/notifications");

const idOf = ({ id }: Notification) => id;
const viewNames: Readonly<Record<NotificationView, string>> = { all: "All", unread: "Unread", failures: "Failures", review: "Reviews" };

/** What somebody was told, by day: what went wrong first, what is done last. */
export function NotificationsPage() {
  const { teamId } = route.useParams();
  const search = route.useSearch();
  const { type, open } = search;
  const view = viewOf(search);
  const navigate = route.useNavigate();
  const pages = useInfiniteQuery(notificationPages(teamId, { view, type }));
  const found = pages.data?.pages.flatMap(({ notifications }) => notifications);
  // What another filter showed is no row of this one.
  const shown = JSON.stringify([teamId, view, type, pages.isPlaceholderData]);
  const list = useSteadyRows(found, idOf, shown, { whole: !pages.hasNextPage, grows: true });
  const unread = useQuery(unreadCountRead(teamId));
  const counts = pages.data?.pages[0]?.counts;
  const readAll = useWrite(markAllNotificationsRead);
  const clear = useWrite(deleteReadNotifications, {
    onSuccess: ({ count }) => {
      list.expect(list.rows.map(idOf));
      toast(count === 0 ? "There was nothing read to dismiss" : `${counted(count, "notification", "notifications")} dismissed`);
    },
  });
  const [clearing, setClearing] = useState(false);
  const narrowed = type !== undefined || view !== "all";
  const params = { teamId };
  const mayChats = useMay(setNotificationChat);
  const show = (next?: typeof open) => void navigate({ search: ({ open: _, ...rest }) => ({ ...rest, ...(next && { open: next }) }) });
  return (
    <Page
      title="Notifications"
      actions={
        <>
          {mayChats ? (
            <Button icon={MessagesSquare} onClick={() => show("chats")}>
              Team chats
            </Button>
          ) : null}
          <Button icon={SlidersHorizontal} onClick={() => show("preferences")}>
            Settings
          </Button>
        </>
      }
    >
      <Tabs
        label="What is shown"
        tabs={notificationViews.map((value) => ({
          value,
          label: viewNames[value],
          ...(value === "unread" ? { count: unread.data?.count } : { count: counts?.[value], upTo: mostCountedNotifications }),
        }))}
        value={view}
        onChange={(next) => void navigate({ search: searchOf(next), replace: true })}
      />
      <Toolbar
        label="Filter"
        end={
          // Both are about all of them: beside some they would touch what is not shown.
          narrowed || found?.length === 0 ? null : (
            <>
              <Button
                size="sm"
                tone="quiet"
                icon={CheckCheck}
                pending={readAll.isPending}
                onClick={() => readAll.mutate({ params }, { onError: toastFailed })}
              >
                Mark all read
              </Button>
              <Button size="sm" tone="quiet" icon={Trash2} onClick={() => setClearing(true)}>
                Dismiss read
              </Button>
            </>
          )
        }
      >
        <div className="w-60">
          <Select
            aria-label="Kind"
            empty="Every kind"
            disabled={view === "review"}
            value={view === "review" ? "" : (type ?? "")}
            options={notificationTypes.map((value) => ({ value, label: kinds[value].says }))}
            onChange={({ target }) =>
              void navigate({
                search: ({ type: _, ...rest }) => {
                  const chosen = notificationTypes.find((one) => one === target.value);
                  return chosen ? { ...rest, type: chosen } : rest;
                },
                replace: true,
              })
            }
          />
        </div>
      </Toolbar>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <FreshChip count={list.added} moved={list.moved} onShow={list.show} />
        <div data-scroll-restoration-id="notifications" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
          <Loaded query={{ ...pages, data: found }} what="your notifications">
            {() =>
              list.rows.length === 0 ? (
                narrowed ? (
                  <NoMatch what="notifications" onClear={() => void navigate({ search: {}, replace: true })} />
                ) : (
                  <EmptyState icon={Bell} title="No notifications yet">
                    See failed runs and cases, missed schedules and changes to review.
                  </EmptyState>
                )
              ) : (
                <>
                  <NotificationDays
                    notifications={list.rows}
                    gone={list.gone}
                    more={pages.hasNextPage}
                    onDismissed={(id) => list.expect([id])}
                    onRead={(ids) => (view === "unread" ? list.expect(ids) : undefined)}
                  />
                  <LoadMore query={pages} count={list.rows.length} what="notifications" />
                </>
              )
            }
          </Loaded>
        </div>
      </div>
      <ConfirmDialog
        open={clearing}
        onClose={() => setClearing(false)}
        title="Dismiss what you have read?"
        action="Dismiss read"
        onConfirm={() => clear.mutateAsync({ params })}
      >
        <p>Every notification of this team that you have read or that is resolved is dismissed, only for you. They do not come back.</p>
      </ConfirmDialog>
      {open === "preferences" ? <PreferencesDialog teamId={teamId} onClose={() => show()} /> : null}
      {open === "chats" && mayChats ? <ChatsDialog teamId={teamId} onClose={() => show()} /> : null}
    </Page>
  );
}
