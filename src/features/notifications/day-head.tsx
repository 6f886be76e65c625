import { callWith } from "#api/client.ts";
import { useOneByOne } from "#api/one-by-one.ts";
import type { Notification } from "#contract/notifications/notification.ts";
import { markNotificationRead } from "#contract/notifications/notifications.ts";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";

interface DayHeadProps {
  /** As in "Today". */
  words: string;
  /** What is shown of the day and was not read. */
  unread: readonly Notification[];
  /** All of the day is shown. */
  whole: boolean;
  onRead: (ids: readonly string[]) => void;
}

/** Which day it is, how much of it is unread, and the way to have read it. */
export function DayHead({ words, unread, whole, onRead }: DayHeadProps) {
  const { walk, start } = useOneByOne<Notification>(
    async ({ id }) => {
      await callWith(markNotificationRead, { params: { id } });
      return { kind: "done" };
    },
    { changes: markNotificationRead.changes },
  );
  const count = unread.length.toLocaleString("en");
  const markRead = async () => {
    onRead(unread.map(({ id }) => id));
    const failed = [...(await start(unread)).values()].filter(({ kind }) => kind === "failed").length;
    if (failed > 0) toast(`${failed.toLocaleString("en")} of ${count} could not be marked read. Try again.`, { failed: true });
  };
  return (
    <div className="sticky top-0 z-10 flex h-9 items-center gap-2 border-b border-line bg-sunken px-3 text-sm md:px-5">
      <h2 className="font-medium">{words}</h2>
      {whole && unread.length > 0 ? (
        <>
          <span className="text-ink-2 tabular-nums">{count} unread</span>
          <Button size="sm" tone="quiet" className="ms-auto" pending={walk?.state === "working"} onClick={() => void markRead()}>
            Mark {count} read
          </Button>
        </>
      ) : null}
    </div>
  );
}
