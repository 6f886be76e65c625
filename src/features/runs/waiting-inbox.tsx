import { Inbox } from "lucide-react";
import { type ReactNode, useState } from "react";
import { sayNext } from "#api/decisions.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useHeldKeys } from "#ui/held-keys.ts";
import { useGo } from "#ui/link.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { useMedia } from "#ui/media.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { TakesFocus } from "#ui/takes-focus.tsx";
import { AnswerAlike } from "./answer-alike.tsx";
import { FormerRequests } from "./former-requests.tsx";
import { type Decide, InboxDetail } from "./inbox-detail.tsx";
import { InboxFilters } from "./inbox-filters.tsx";
import { InboxList } from "./inbox-list.tsx";
import { everyRequest, type InboxFilter } from "./queries.ts";
import { alike, useAnswerAlike } from "./use-answer-alike.ts";
import { type SteadyItem, useSteadyItems } from "./use-steady-items.ts";
import { askingRuns, useWithdraw } from "./use-withdraw.ts";
import { linkOf, titleOf, useWaitingItems } from "./waiting-items.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

interface WaitingInboxProps {
  teamId: string;
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => void;
  decide: Decide;
  about: (caseId: string, below?: ReactNode) => ReactNode;
  chosen: string | undefined;
  onChoose: (id: string | undefined, replace: boolean) => void;
}

/** As many fill a screen: only then somebody looks for a filter. */
const longList = 8;

/** List and request side by side where there is room; otherwise one after the other. */
export function WaitingInbox({ teamId, filter, onFilter, decide, about, chosen, onChoose }: WaitingInboxProps) {
  const wide = useMedia("(min-width: 1100px)");
  const waiting = useWaitingItems(teamId, filter);
  const steady = useSteadyItems(waiting.items, waiting.version);
  const rows = [...steady.rows.filter(({ item }) => !item.former), ...steady.rows.filter(({ item }) => item.former)];
  const isLeft = ({ item, gone }: SteadyItem) => !gone && !steady.decided.has(item.id);
  const current = rows.find(({ item }) => item.id === chosen) ?? (wide ? rows.find(({ item }) => !steady.decided.has(item.id)) : undefined);
  const place = current ? rows.indexOf(current) : -1;
  const answering = useAnswerAlike(teamId);
  const withdrawing = useWithdraw();
  const go = useGo();
  // Somebody who decides or walks by key reads on at the heading of the next one.
  const [walkedTo, setWalkedTo] = useState<string>();
  const [looking, setLooking] = useState(false);
  useHeldKeys(looking || answering.looking);

  const open = (next: SteadyItem | undefined, replace: boolean) => {
    setWalkedTo(next?.item.id ?? "");
    onChoose(next?.item.id, replace);
  };
  const goOn = (done: ReadonlySet<string>) => {
    const left = (row: SteadyItem) => isLeft(row) && !done.has(row.item.id);
    const next = rows.slice(place + 1).find(left) ?? rows.slice(0, Math.max(0, place)).findLast(left);
    steady.tidy();
    // A review has a page of its own: where there is no room beside the list, that comes next by a press.
    open(next?.item.kind === "review" && !wide ? undefined : next, true);
    if (next) sayNext(titleOf(next.item));
  };
  const move = (by: number) => {
    if (!current) return focusRow(by);
    const next = rows[Math.max(0, Math.min(rows.length - 1, place + by))];
    if (!next) return;
    if (next.item.kind === "review" && !wide) return go(linkOf(teamId, next.item));
    open(next, true);
  };
  const review = current?.item.kind === "review" ? current.item : undefined;
  const keys = answering.walk === null && withdrawing.walk === null;
  useShortcuts("Inbox", [
    { keys: "j", label: "Next request", run: () => move(1) },
    { keys: "k", label: "Previous request", run: () => move(-1) },
    ...(review ? [{ keys: "enter", label: "Open the review", run: () => go(linkOf(teamId, review)) }] : []),
    ...(wide || !current ? [] : [{ keys: "escape", label: "Back to the list", run: () => onChoose(undefined, false) }]),
  ]);
  const withdrawAll = async () => {
    setLooking(true);
    const found = await everyRequest(teamId, "former", filter).finally(() => setLooking(false));
    const asked = found.map((one) => ({ ...one, about: one.case?.title ?? one.run_title }));
    withdrawing.ask(askingRuns([...asked, ...waiting.formerApprovals.map((one) => ({ ...one, about: one.case_title }))]));
  };
  const stillOpen = rows.filter((row) => isLeft(row) && !row.item.former);
  const request = current?.item.kind === "request" ? current.item.request : undefined;
  const openRequests = stillOpen.flatMap(({ item }) => (item.kind === "request" ? [item.request] : []));
  const same = request ? alike(request, openRequests) : [];
  const filtered = Boolean(filter.agent ?? filter.queue);

  return (
    <Loaded query={waiting.query} what="the inbox of this team" needs="Member">
      {() => {
        const filters = filtered || waiting.total >= longList ? <InboxFilters teamId={teamId} filter={filter} onChange={onFilter} /> : null;
        if (rows.length === 0 && waiting.total + waiting.formers === 0 && !filtered) return <NothingWaits teamId={teamId} />;
        const list = (
          // Positioned, as what is only for screen readers would lengthen the document otherwise.
          <div data-scroll-restoration-id="inbox" className="relative min-h-0 flex-1 overflow-y-auto">
            {rows.length === 0 && filtered ? (
              <EmptyState icon={Inbox} title="Nothing waiting here" action={<Button onClick={() => onFilter({})}>Clear filters</Button>}>
                Nothing that matches the filters waits for an answer.
              </EmptyState>
            ) : null}
            {rows.some(({ item }) => !item.former) ? (
              <InboxList teamId={teamId} rows={rows.filter(({ item }) => !item.former)} total={waiting.total} current={current?.item.id} />
            ) : null}
            {waiting.formers > 0 ? (
              <FormerRequests count={waiting.formers} onWithdrawAll={() => void withdrawAll()}>
                <InboxList
                  teamId={teamId}
                  rows={rows.filter(({ item }) => item.former)}
                  total={waiting.formers}
                  current={current?.item.id}
                  former
                />
              </FormerRequests>
            ) : null}
          </div>
        );
        const detail = current ? (
          <InboxDetail
            key={current.item.id}
            teamId={teamId}
            row={current}
            position={place + 1}
            // Those that are gone keep their place until somebody moves on.
            of={waiting.total + waiting.formers + rows.filter(({ gone }) => gone).length}
            keys={keys}
            focused={walkedTo === current.item.id}
            decide={decide}
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
            onAnswered={() => goOn(new Set([current.item.id]))}
            onBack={wide ? undefined : () => onChoose(undefined, false)}
          />
        ) : wide && rows.length > 0 ? (
          <TakesFocus when={walkedTo === ""} className="min-w-0 flex-1">
            <EmptyState icon={Inbox} title="Nothing else waits for you">
              What you decided is sent in a few seconds. Until then you can undo it.
            </EmptyState>
          </TakesFocus>
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
            <AnswerAlike
              answering={answering}
              onDone={(done) => {
                steady.drop(done);
                goOn(done);
              }}
            />
            <WithdrawDialog withdrawing={withdrawing} onDone={() => goOn(new Set())} />
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

function focusRow(by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>("[data-inbox-row]")];
  const now = links.indexOf(document.activeElement as HTMLElement);
  links[Math.max(0, Math.min(links.length - 1, now + by))]?.focus();
}

function NothingWaits({ teamId }: { teamId: string }) {
  return (
    <EmptyState icon={Inbox} title="You’re all caught up" action={<LinkButton link={`/t/${teamId}/runs`}>View runs</LinkButton>}>
      Agents ask here when they need a decision or an answer, and continue once you answer.
    </EmptyState>
  );
}
