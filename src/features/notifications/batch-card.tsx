import { useInfiniteQuery } from "@tanstack/react-query";
import { CheckCheck, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import type { Notification, NotificationBatch } from "#contract/notifications/notification.ts";
import { notificationTypes } from "#contract/notifications/notification-words.ts";
import { markNotificationBatchRead } from "#contract/notifications/notifications.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { NoLongerListed } from "#ui/no-longer-listed.tsx";
import { toastFailed } from "#ui/toast.ts";
import { kinds } from "./notification-kinds.ts";
import { NotificationRow } from "./notification-row.tsx";
import { memberPages, type NotificationFilter } from "./queries.ts";

interface BatchCardProps {
  batch: NotificationBatch;
  filter: NotificationFilter;
  /** The list has it no more. */
  gone: boolean;
  onDismissed: () => void;
}

/** What a person was told about one agent: the most important of it, and all of it on demand, failures first. */
export function BatchCard({ batch, filter, gone, onDismissed }: BatchCardProps) {
  const { id, team_id: teamId, agent_id: agentId, agent_name: name, counts, subjects, unread_count: unread, worst, through } = batch;
  const [open, setOpen] = useState(false);
  const heading = useId();
  const read = useWrite(markNotificationBatchRead);
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  // Of one thing its row says all.
  const parts = notificationTypes.flatMap((type) =>
    subjects[type] && total > 1 ? [counted(subjects[type], kinds[type].one, kinds[type].many)] : [],
  );
  const readAll = () =>
    read.mutate(
      { params: { teamId, id }, body: { ...(filter.type && { types: [filter.type] }), through, openedFrom: "in_app" } },
      { onError: toastFailed },
    );
  return (
    <section aria-labelledby={heading} className="overflow-hidden rounded-md border border-line bg-surface">
      <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5">
        <h2 id={heading} className="min-w-0 truncate font-medium">
          {agentId && name ? (
            <AnyLink link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId })} className="rounded-sm hover:underline">
              {name}
            </AnyLink>
          ) : (
            "This team"
          )}
        </h2>
        <span className="me-auto min-w-0 text-sm text-ink-2">{gone ? <NoLongerListed /> : parts.join(", ")}</span>
        {gone ? null : (
          <Button
            size="sm"
            tone="quiet"
            icon={CheckCheck}
            className="ms-auto aria-disabled:opacity-50"
            pending={read.isPending}
            aria-disabled={unread === 0}
            onClick={unread === 0 ? undefined : readAll}
          >
            {unread === 0 ? "Read" : `Mark ${unread.toLocaleString("en")} read`}
          </Button>
        )}
      </header>
      {open && !gone ? (
        <Members batch={batch} filter={filter} onDismissed={onDismissed} />
      ) : (
        <NotificationRow notification={worst} gone={gone} onDismissed={onDismissed} />
      )}
      {total > 1 && !gone ? (
        <button
          type="button"
          aria-expanded={open}
          className="flex h-8 w-full items-center gap-1 border-t border-line px-3 text-sm text-ink-2 -outline-offset-2 hover:bg-hover hover:text-ink"
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={14} strokeWidth={1.75} aria-hidden className={cx("transition-transform", open && "rotate-90")} />
          {open ? "Show less" : `Show all ${total.toLocaleString("en")}`}
        </button>
      ) : null}
    </section>
  );
}

function Members({ batch: { id, team_id: teamId, worst }, filter, onDismissed }: Omit<BatchCardProps, "gone">) {
  const pages = useInfiniteQuery(memberPages(teamId, id, filter));
  const found = pages.data?.pages.flatMap(({ notifications }) => notifications);
  const rowOf = (notification: Notification) => <NotificationRow notification={notification} onDismissed={onDismissed} />;
  return (
    <Loaded query={{ ...pages, data: found }} what="these notifications" inline skeleton={rowOf(worst)}>
      {(notifications) => (
        <>
          <ul className="divide-y divide-line">
            {notifications.map((notification) => (
              <li key={notification.id}>{rowOf(notification)}</li>
            ))}
          </ul>
          <LoadMore query={pages} count={notifications.length} what="notifications" />
        </>
      )}
    </Loaded>
  );
}
