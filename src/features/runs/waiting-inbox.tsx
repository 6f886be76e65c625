import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import type { OpenBuilderRun } from "#contract/agents/builder-runs.ts";
import type { CaseApproval } from "#contract/queues/case-approvals.ts";
import type { InboxRequest } from "#contract/runs/human-requests.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded, type LoadedQuery } from "#ui/loaded.tsx";
import { useMedia } from "#ui/media.ts";
import { problemOf } from "#ui/problem.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { ApprovalList, type Decide } from "./approval-list.tsx";
import { InboxDetail } from "./inbox-detail.tsx";
import { InboxList } from "./inbox-list.tsx";
import { ReviewList } from "./review-list.tsx";
import { useSteadyRequests } from "./use-steady-requests.ts";

interface WaitingInboxProps {
  teamId: string;
  query: LoadedQuery<{ human_requests: InboxRequest[]; total: number }>;
  reviews: LoadedQuery<{ builder_runs: OpenBuilderRun[]; total: number }>;
  approvals: LoadedQuery<{ approvals: CaseApproval[]; total: number }>;
  decide: Decide;
  about: (caseId: string) => ReactNode;
  chosen: string | undefined;
  onChoose: (id: string | undefined, replace: boolean) => void;
}

/** List and request side by side where there is room; otherwise one after the other. */
export function WaitingInbox({ teamId, query, reviews, approvals, decide, about, chosen, onChoose }: WaitingInboxProps) {
  const wide = useMedia("(min-width: 1100px)");
  const { rows, drop, tidy } = useSteadyRequests(query.data?.human_requests);
  const at = rows.findIndex(({ request }) => request.id === chosen);
  const current = at >= 0 ? rows[at] : wide ? rows[0] : undefined;
  const place = current ? rows.indexOf(current) : -1;

  const choose = (index: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (next) onChoose(next.request.id, wide || current !== undefined);
  };
  const answered = (id: string) => {
    const next = rows.slice(place + 1).find(({ gone }) => !gone) ?? rows.slice(0, place).findLast(({ gone }) => !gone);
    drop(id);
    tidy();
    onChoose(next?.request.id, true);
  };
  const move = (by: number) => (current ? choose(place + by) : focusRow(by));
  useShortcuts("Inbox", [
    { keys: "j", label: "Next request", run: () => move(1) },
    { keys: "k", label: "Request before", run: () => move(-1) },
    ...(wide || !current ? [] : [{ keys: "escape", label: "Back to the list", run: () => onChoose(undefined, false) }]),
  ]);

  return (
    <Loaded query={query} what="the inbox of this team" needs="Member">
      {({ total }) => {
        const noReviews = isNone(reviews);
        const noApprovals = isNone(approvals);
        if (rows.length === 0 && noReviews && noApprovals) return <NothingWaits teamId={teamId} />;
        const list = (
          <div data-scroll-restoration-id="inbox" className="min-h-0 flex-1 overflow-y-auto">
            {noReviews ? null : (
              <Group name="Reviews" count={reviews.data?.total} shown={!noApprovals || rows.length > 0}>
                <Loaded query={reviews} what="the reviews" inline>
                  {({ builder_runs, total: all }) => <ReviewList teamId={teamId} reviews={builder_runs} total={all} />}
                </Loaded>
              </Group>
            )}
            {noApprovals ? null : (
              <Group name="Approvals of cases" count={approvals.data?.total} shown={!noReviews || rows.length > 0}>
                <Loaded query={approvals} what="the approvals of cases" inline>
                  {(open) => <ApprovalList teamId={teamId} approvals={open.approvals} total={open.total} decide={decide} />}
                </Loaded>
              </Group>
            )}
            {rows.length > 0 ? (
              <Group name="Requests" count={total} shown={!noReviews || !noApprovals}>
                <InboxList teamId={teamId} rows={rows} total={total} current={current?.request.id} />
              </Group>
            ) : null}
          </div>
        );
        const detail = current ? (
          <InboxDetail
            key={current.request.id}
            teamId={teamId}
            row={current}
            position={place + 1}
            // Those that are gone keep their place until somebody moves on.
            of={total + rows.filter(({ gone }) => gone).length}
            keys
            about={about}
            onAnswered={() => answered(current.request.id)}
            onBack={wide ? undefined : () => onChoose(undefined, false)}
          />
        ) : null;
        if (!wide || !detail) return detail ?? list;
        return (
          <div className="flex min-h-0 flex-1">
            <div className="flex w-96 shrink-0 flex-col border-e border-line">{list}</div>
            {detail}
          </div>
        );
      }}
    </Loaded>
  );
}

/** The numbers of the groups add up to that of the tab; a single group needs no name. */
function Group({ name, count, shown, children }: { name: string; count: number | undefined; shown: boolean; children: ReactNode }) {
  return (
    <section aria-label={name}>
      {shown ? (
        <h2 className="flex gap-2 border-b border-line px-4 pt-4 pb-1.5 text-xs font-medium text-ink-2 md:px-5">
          {name}
          <span className="text-ink-3">{count?.toLocaleString("en")}</span>
        </h2>
      ) : null}
      {children}
    </section>
  );
}

/** There is none, or the service knows no such thing. */
function isNone({ data, error }: LoadedQuery<{ total: number }>): boolean {
  return data?.total === 0 || problemOf(error).code === "not_offered";
}

function focusRow(by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>("[data-inbox-row]")];
  const now = links.indexOf(document.activeElement as HTMLElement);
  links[Math.max(0, Math.min(links.length - 1, now + by))]?.focus();
}

function NothingWaits({ teamId }: { teamId: string }) {
  return (
    <EmptyState icon={Inbox} title="Nothing waits for you" action={<LinkButton link={`/t/${teamId}/runs`}>Look at the runs</LinkButton>}>
      When an agent needs a decision or an answer, it asks here, and goes on as soon as you have answered.
    </EmptyState>
  );
}
