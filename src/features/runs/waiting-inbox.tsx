import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { useLiveStatus } from "#api/live.ts";
import type { OpenBuilderRun } from "#contract/agents/builder-runs.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded, type LoadedQuery } from "#ui/loaded.tsx";
import { useMedia } from "#ui/media.ts";
import { OneByOneDialog } from "#ui/one-by-one-dialog.tsx";
import { problemOf } from "#ui/problem.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { AnswerAlike } from "./answer-alike.tsx";
import { ApprovalList, type Decide } from "./approval-list.tsx";
import { FormerRequests } from "./former-requests.tsx";
import { InboxDetail } from "./inbox-detail.tsx";
import { InboxFilters } from "./inbox-filters.tsx";
import { InboxList } from "./inbox-list.tsx";
import { approvalsRead, everyRequest, type InboxFilter, waitingRead } from "./queries.ts";
import { ReviewList } from "./review-list.tsx";
import { alike, useAnswerAlike } from "./use-answer-alike.ts";
import { useSteadyRequests } from "./use-steady-requests.ts";
import { askingRuns, useWithdraw } from "./use-withdraw.ts";

interface WaitingInboxProps {
  teamId: string;
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => void;
  reviews: LoadedQuery<{ builder_runs: OpenBuilderRun[]; total: number }>;
  decide: Decide;
  about: (caseId: string) => ReactNode;
  chosen: string | undefined;
  onChoose: (id: string | undefined, replace: boolean) => void;
}

/** As many fill a screen: only then somebody looks for a filter. */
const longList = 8;

/** List and request side by side where there is room; otherwise one after the other. */
export function WaitingInbox({ teamId, filter, onFilter, reviews, decide, about, chosen, onChoose }: WaitingInboxProps) {
  const wide = useMedia("(min-width: 1100px)");
  const { query, former, approvals, formerApprovals } = useWaitingReads(teamId, filter);
  const steady = useSteadyRequests(query.data && former.data && [...query.data.human_requests, ...former.data.human_requests]);
  const withCase = steady.rows.filter(({ request }) => !request.of_former_run);
  const without = steady.rows.filter(({ request }) => request.of_former_run);
  const rows = [...withCase, ...without];
  const at = rows.findIndex(({ request }) => request.id === chosen);
  const current = at >= 0 ? rows[at] : wide ? rows[0] : undefined;
  const place = current ? rows.indexOf(current) : -1;
  const answering = useAnswerAlike(teamId);
  const withdrawing = useWithdraw();

  const choose = (index: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (next) onChoose(next.request.id, wide || current !== undefined);
  };
  const goOn = (done: ReadonlySet<string>) => {
    const left = ({ request, gone }: (typeof rows)[number]) => !gone && !done.has(request.id);
    const next = rows.slice(place + 1).find(left) ?? rows.slice(0, Math.max(0, place)).findLast(left);
    steady.drop(done);
    steady.tidy();
    onChoose(next?.request.id, true);
  };
  const move = (by: number) => (current ? choose(place + by) : focusRow(by));
  useShortcuts("Inbox", [
    { keys: "j", label: "Next request", run: () => move(1) },
    { keys: "k", label: "Request before", run: () => move(-1) },
    ...(wide || !current ? [] : [{ keys: "escape", label: "Back to the list", run: () => onChoose(undefined, false) }]),
  ]);
  const withdrawAll = async () => {
    const requests = (await everyRequest(teamId, "former", filter)).map((one) => ({ ...one, about: one.case?.title ?? one.run_title }));
    const rowsOfApprovals = (formerApprovals.data?.approvals ?? []).map((one) => ({ ...one, about: one.case_title }));
    withdrawing.ask(askingRuns([...requests, ...rowsOfApprovals]));
  };
  const same = current
    ? alike(
        current.request,
        withCase.filter(({ gone }) => !gone).map(({ request }) => request),
      )
    : [];
  const filtered = Boolean(filter.agent ?? filter.queue);

  return (
    <Loaded query={query} what="the inbox of this team" needs="Member">
      {({ total }) => {
        const noReviews = filtered || isNone(reviews);
        const noApprovals = isNone(approvals);
        const formers = (former.data?.total ?? 0) + (formerApprovals.data?.total ?? 0);
        const filters =
          filtered || total + (approvals.data?.total ?? 0) >= longList ? (
            <InboxFilters teamId={teamId} filter={filter} onChange={onFilter} />
          ) : null;
        const nothing = rows.length === 0 && noReviews && noApprovals && formers === 0;
        if (nothing && !filtered) return <NothingWaits teamId={teamId} />;
        const list = (
          // Positioned, as what is only for screen readers would lengthen the document otherwise.
          <div data-scroll-restoration-id="inbox" className="relative min-h-0 flex-1 overflow-y-auto">
            {nothing ? (
              <EmptyState
                icon={Inbox}
                title="Nothing of this waits"
                action={<Button onClick={() => onFilter({})}>Clear the filters</Button>}
              >
                Nothing that fits the filters waits for an answer.
              </EmptyState>
            ) : null}
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
            {withCase.length > 0 ? (
              <Group name="Requests" count={total} shown={!noReviews || !noApprovals || formers > 0}>
                <InboxList teamId={teamId} rows={withCase} total={total} current={current?.request.id} />
              </Group>
            ) : null}
            {formers > 0 ? (
              <FormerRequests
                teamId={teamId}
                count={formers}
                approvals={formerApprovals.data?.approvals ?? []}
                approvalTotal={formerApprovals.data?.total ?? 0}
                decide={decide}
                onWithdrawAll={() => void withdrawAll()}
              >
                <InboxList teamId={teamId} rows={without} total={former.data?.total ?? 0} current={current?.request.id} former />
              </FormerRequests>
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
            of={total + (former.data?.total ?? 0) + rows.filter(({ gone }) => gone).length}
            keys={answering.walk === null && withdrawing.walk === null}
            about={about}
            alike={
              same.length > 1
                ? { many: manyAlike(same.length, total > rows.length), onAnswer: (answer) => void answering.ask(current.request, answer) }
                : undefined
            }
            onWithdraw={() =>
              withdrawing.ask(askingRuns([{ ...current.request, about: current.request.case?.title ?? current.request.run_title }]))
            }
            onAnswered={() => goOn(new Set([current.request.id]))}
            onBack={wide ? undefined : () => onChoose(undefined, false)}
          />
        ) : null;
        return (
          <>
            {detail && !wide ? null : filters}
            {!wide || !detail ? (
              (detail ?? list)
            ) : (
              <div className="flex min-h-0 flex-1">
                <div className="flex w-96 shrink-0 flex-col border-e border-line">{list}</div>
                {detail}
              </div>
            )}
            <AnswerAlike answering={answering} onDone={goOn} />
            <OneByOneDialog
              walk={withdrawing.walk}
              words={{
                things: (count) => counted(count, "run", "runs"),
                act: "Stop",
                acting: "Stopping",
                acted: "stopped",
                already: "had already ended",
              }}
              describe={({ asks, about: what }) => [asks, what]}
              onStart={(runs) => void withdrawing.start(runs)}
              onCancel={withdrawing.cancel}
              onClose={() => {
                withdrawing.close();
                if (withdrawing.walk?.state !== "asked") goOn(new Set());
              }}
            >
              They wait for answers about cases that they no longer have. What they ask is withdrawn with them; the cases stay as they are.
            </OneByOneDialog>
          </>
        );
      }}
    </Loaded>
  );
}

/** What is open, with its case and without, each apart. */
function useWaitingReads(teamId: string, filter: InboxFilter) {
  const often = { refetchInterval: useLiveStatus() === "live" ? (false as const) : 10_000 };
  return {
    query: useQuery({ ...waitingRead(teamId, "pending", filter), ...often }),
    former: useQuery({ ...waitingRead(teamId, "former", filter), ...often }),
    approvals: useQuery({ ...approvalsRead(teamId, "pending", filter), ...often }),
    formerApprovals: useQuery({ ...approvalsRead(teamId, "former", filter), ...often }),
  };
}

/** Where the list does not show all, nobody knows yet how many there are. */
function manyAlike(shown: number, more: boolean): string {
  return more ? "all that ask the same" : `all ${shown.toLocaleString("en")} that ask the same`;
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
