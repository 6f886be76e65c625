import { NoMatch } from "#ui/no-match.tsx";
import { FormerRequests } from "./former-requests.tsx";
import { InboxList } from "./inbox-list.tsx";
import type { SteadyItem } from "./use-steady-items.ts";

interface WaitingListProps {
  teamId: string;
  rows: readonly SteadyItem[];
  /** How many wait, and how many of former states do; more than are listed. */
  total: number;
  formers: number;
  current: string | undefined;
  onWithdrawAll: () => void;
  /** Absent where nothing is filtered. */
  onClear: (() => void) | undefined;
}

/** Everything that waits, and below it what is asked about cases that have moved on since. */
export function WaitingList({ teamId, rows, total, formers, current, onWithdrawAll, onClear }: WaitingListProps) {
  const open = rows.filter(({ item }) => !item.former);
  return (
    // Positioned, as what is only for screen readers would lengthen the document otherwise.
    <div data-scroll-restoration-id="inbox" className="relative min-h-0 flex-1 overflow-y-auto">
      {rows.length === 0 && onClear ? (
        <NoMatch what="requests" onClear={onClear}>
          Nothing that matches the filters waits for an answer.
        </NoMatch>
      ) : null}
      {open.length > 0 ? <InboxList teamId={teamId} rows={open} total={total} current={current} /> : null}
      {formers > 0 ? (
        <FormerRequests count={formers} onWithdrawAll={onWithdrawAll}>
          <InboxList teamId={teamId} rows={rows.filter(({ item }) => item.former)} total={formers} current={current} former />
        </FormerRequests>
      ) : null}
    </div>
  );
}
