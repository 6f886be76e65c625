import { Inbox, Loader } from "lucide-react";
import { type ReactNode, useState } from "react";
import { undoTime } from "#api/decisions/decide.ts";
import { pathTo } from "#api/path-to.ts";
import { useRule } from "#api/roles.ts";
import { useSampleComing } from "#api/sample.ts";
import { seesAllApprovals } from "#contract/queues/rights.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { useHeldKeys } from "#ui/held-keys.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { useMedia } from "#ui/media.ts";
import { TakesFocus } from "#ui/takes-focus.tsx";
import { toastFailed } from "#ui/toast.ts";
import { AnswerAlike } from "./answer-alike.tsx";
import { type Deal, type Decide, InboxDetail } from "./inbox-detail.tsx";
import { InboxFilters } from "./inbox-filters.tsx";
import { everyRequest, type InboxFilter } from "./queries.ts";
import { alike, useAnswerAlike } from "./use-answer-alike.ts";
import { useInboxWalk } from "./use-inbox-walk.ts";
import { type AskingRun, askingRuns } from "./asking-runs.ts";
import type { InboxRequest } from "#contract/runs/human-requests.ts";
import { stopRun } from "#contract/runs/runs.ts";
import { useStopRuns } from "./use-stop-runs.ts";
import { useWaitingItems } from "./waiting-items.ts";
import { WaitingList } from "./waiting-list.tsx";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

interface WaitingInboxProps {
  teamId: string;
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => void;
  decide: Decide;
  deal: Deal;
  about: (caseId: string, below?: ReactNode) => ReactNode;
  chosen: string | undefined;
  onChoose: (id: string | undefined, replace: boolean) => void;
}

/** As many fill a screen: only then somebody looks for a filter. */
const longList = 8;

/** List and request side by side where there is room; otherwise one after the other. */
export function WaitingInbox({ teamId, filter, onFilter, decide, deal, about, chosen, onChoose }: WaitingInboxProps) {
  const wide = useMedia("(min-width: 1100px)");
  const manages = useRule(seesAllApprovals);
  const waiting = useWaitingItems(teamId, filter);
  const walk = useInboxWalk({ teamId, waiting, wide, chosen, onChoose });
  const { rows, current, place } = walk;
  const answering = useAnswerAlike(teamId);
  const withdrawing = useStopRuns<AskingRun>({ undoTime, changes: stopRun.changes });
  const [looking, setLooking] = useState(false);
  useHeldKeys(looking || answering.looking);
  const askToWithdraw = (found: readonly InboxRequest[]) => {
    const asked = found.map((one) => ({ ...one, about: one.case?.title ?? one.run_title }));
    withdrawing.ask(askingRuns([...asked, ...waiting.formerApprovals.map((one) => ({ ...one, about: one.case_title }))]));
  };
  const withdrawAll = () => {
    setLooking(true);
    void everyRequest(teamId, "former", filter)
      .then(askToWithdraw, toastFailed)
      .finally(() => setLooking(false));
  };
  const request = current?.item.kind === "request" ? current.item.request : undefined;
  const openRequests = walk.open.flatMap(({ item }) => (item.kind === "request" ? [item.request] : []));
  const same = request ? alike(request, openRequests) : [];
  const dealtWith = chosen !== undefined && waiting.items && walk.walkedTo === undefined && !rows.some(({ item }) => item.id === chosen);
  const filtered = Boolean(filter.kind ?? filter.agent ?? filter.queue);

  return (
    <Loaded query={waiting.query} what="the inbox of this team" needs="Member">
      {() => {
        if (rows.length === 0 && waiting.total + waiting.formers === 0 && !filtered) return <NothingWaits teamId={teamId} />;
        const table = manages || waiting.approvalTotal > 1;
        const filters =
          filtered || table || waiting.total >= longList ? (
            <InboxFilters teamId={teamId} filter={filter} table={table} onChange={onFilter} />
          ) : null;
        const list = (
          <WaitingList
            teamId={teamId}
            rows={rows}
            total={waiting.total}
            formers={waiting.formers}
            current={current?.item.id}
            onWithdrawAll={withdrawAll}
            onClear={filtered ? () => onFilter({}) : undefined}
          />
        );
        const detail = current ? (
          <InboxDetail
            key={current.item.id}
            teamId={teamId}
            row={current}
            // Those that are gone keep their place until somebody moves on, and are counted no more.
            position={rows.slice(0, place).filter((each) => !each.gone).length + 1}
            of={waiting.total + waiting.formers}
            keys={answering.walk === null && withdrawing.walk === null}
            focused={walk.walkedTo === current.item.id}
            decide={decide}
            deal={deal}
            about={about}
            alike={
              request && same.length > 1
                ? {
                    many: manyAlike(same.length, waiting.requestTotal > openRequests.length),
                    onAnswer: (answer) => void answering.ask(request, answer),
                  }
                : undefined
            }
            onWithdraw={() =>
              request ? withdrawing.ask(askingRuns([{ ...request, about: request.case?.title ?? request.run_title }])) : undefined
            }
            onAnswered={() => walk.goOn(new Set([current.item.id]))}
            onDealt={() => {
              walk.drop([current.item.id]);
              walk.goOn(new Set([current.item.id]));
            }}
            onBack={wide ? undefined : () => onChoose(undefined, false)}
          />
        ) : wide && rows.length > 0 ? (
          <TakesFocus when={walk.walkedTo === ""} className="min-w-0 flex-1">
            <EmptyState icon={Inbox} title="Nothing else waits for you">
              What you decided is sent in a few seconds. Until then you can undo it.
            </EmptyState>
          </TakesFocus>
        ) : null;
        return (
          <>
            {dealtWith ? (
              <p role="status" className="border-b border-line bg-sunken px-3 py-2 text-sm text-ink-2 md:px-6">
                The request that this link leads to was already answered or withdrawn.
              </p>
            ) : null}
            {detail && !wide ? null : filters}
            {!wide || !detail ? (
              (detail ?? list)
            ) : (
              <div className="flex min-h-0 flex-1">
                <div className="flex w-96 shrink-0 flex-col border-e border-line">{list}</div>
                {detail}
              </div>
            )}
            <AnswerAlike
              answering={answering}
              onDone={(done) => {
                walk.drop(done);
                walk.goOn(done);
              }}
            />
            <WithdrawDialog withdrawing={withdrawing} onDone={() => walk.goOn(new Set())} />
          </>
        );
      }}
    </Loaded>
  );
}

/** Where the list does not show all, nobody knows yet how many there are. */
function manyAlike(shown: number, more: boolean): string {
  return more ? "all that ask the same" : `all ${shown.toLocaleString("en")} that ask the same`;
}

function NothingWaits({ teamId }: { teamId: string }) {
  const manages = useRule(seesAllApprovals);
  if (useSampleComing(teamId)) {
    return (
      <EmptyState icon={Loader} title="Setting up the sample workspace">
        What its agents ask will appear here once they run.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title="You’re all caught up"
      action={
        <>
          {manages ? (
            <LinkButton link={pathTo("/t/$teamId/inbox", { teamId }, { tab: "approvals" })}>Case approvals of the team</LinkButton>
          ) : null}
          <LinkButton link={pathTo("/t/$teamId/runs", { teamId })}>View runs</LinkButton>
        </>
      }
    >
      Agents ask here when they need a decision or an answer, and continue once you answer. Broken connections and people who ask to join
      wait here too.
    </EmptyState>
  );
}
