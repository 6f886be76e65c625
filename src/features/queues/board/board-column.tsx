import { caseStates } from "#api/states/case-states.ts";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import type { Case } from "#contract/queues/case.ts";
import type { ByHand } from "#features/queues/by-hand.ts";
import type { CaseScope } from "#features/queues/case-queries.ts";
import type { CaseStateWord } from "#features/queues/case-search.ts";
import { casesInWords, displayOf } from "#features/queues/case-words.ts";
import type { FieldColumn } from "#features/queues/cells/field-columns.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { LoadMore } from "#ui/load-more.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Status } from "#ui/status.tsx";
import { BoardCard } from "./board-card.tsx";
import type { BoardDrag } from "./board-drag.ts";
import { DropHint } from "./drop-hint.tsx";
import { useBoardColumn } from "./use-board-column.ts";
import { useFolded } from "./use-folded.ts";

interface BoardColumnProps {
  teamId: string;
  scope: CaseScope;
  state: CaseStateWord;
  /** What of the data stands on a card. */
  fields: readonly FieldColumn[];
  entry: string;
  count: number | undefined;
  /** The card that is to get the focus. */
  wanted: number | undefined;
  onFocused: () => void;
  /** Grows when cards came or went by somebody's hand here. */
  version: number;
  drag: BoardDrag;
  /** The card that was brought somewhere last. */
  landed: string | undefined;
  /** That card was brought into this column. */
  landsHere: boolean;
  /** From the menu of the card at that place. */
  onMove: (one: Case, to: ByHand, at: number) => void;
}

/** A card and the space under it, and what the reason of a failure and a line for a field add. */
const heights = { card: 92, reason: 36, field: 20 };

/** The cases in one state. Read and drawn only once it is in sight. */
export function BoardColumn(props: BoardColumnProps) {
  // The virtualizer is one object that changes inside; a memoised reader would stop at the first cards.
  "use no memo";
  const { teamId, scope, state, fields, entry, count, drag, landed, landsHere, wanted, onFocused, version, onMove } = props;
  const column = useRef<HTMLElement>(null);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [near, setNear] = useState(false);
  const display = displayOf(state);
  const { folded, open } = useFolded(count);
  const idle = folded || count === 0 || (!near && wanted === undefined);
  const { query, rows, held, reload } = useBoardColumn(scope, { entry, count, idle });
  if (folded && (rows.length > 0 || wanted !== undefined || landsHere || version > 0)) open();
  const withReason = display === "failed";
  const cardHeight = heights.card + (withReason ? heights.reason : 0) + fields.length * heights.field;
  const virtualizer = useVirtualizer({ count: rows.length, getScrollElement: () => scroller, estimateSize: () => cardHeight, overscan: 1 });

  useEffect(() => {
    if (!column.current) return undefined;
    const watch = new IntersectionObserver(([change]) => setNear(change?.isIntersecting ?? false), { rootMargin: "0px 100px" });
    watch.observe(column.current);
    return () => watch.disconnect();
  }, []);
  const again = useEffectEvent(() => void reload());
  useEffect(() => {
    if (version > 0) again();
  }, [version]);
  const focus = useEffectEvent((at: number) => {
    column.current?.scrollIntoView({ inline: "nearest", block: "nearest" });
    virtualizer.scrollToIndex(at);
    focusSoon(() => scroller?.querySelector<HTMLElement>(`[data-card="${at}"] a`));
    onFocused();
  });
  const landedAt = landed === undefined ? -1 : rows.findIndex((one) => one.id === landed);
  const hasLanded = landedAt >= 0;
  const show = useEffectEvent(() => virtualizer.scrollToIndex(landedAt));
  useEffect(() => {
    if (hasLanded && scroller) show();
  }, [landed, hasLanded, scroller]);
  const ready = rows.length > 0 && scroller !== null;
  useEffect(() => {
    if (wanted !== undefined && ready) focus(Math.max(0, Math.min(wanted, rows.length - 1)));
  }, [wanted, ready, rows.length]);

  return (
    <section
      ref={column}
      aria-label={caseStates[display].word}
      data-column={state}
      className={cx(
        "relative flex min-h-0 shrink-0 flex-col border-e border-line last:border-e-0",
        folded ? "w-36" : "w-[min(296px,84vw)]",
      )}
    >
      <h3 className="flex h-9 shrink-0 items-center gap-2 px-3 text-sm font-medium">
        <Status {...caseStates[display]} />
        <span className="text-xs font-normal text-ink-3">{count?.toLocaleString("en")}</span>
        {held ? (
          <Button size="sm" tone="quiet" className="ms-auto" onClick={() => void reload()}>
            Show changes
          </Button>
        ) : null}
      </h3>
      {count === 0 ? (
        <p className="px-3 text-sm text-ink-3">None</p>
      ) : folded ? (
        <Button size="sm" tone="quiet" className="mx-1.5 self-start" onClick={open}>
          Show {casesInWords(count ?? 0)}
        </Button>
      ) : (
        <div
          ref={setScroller}
          data-scroll-restoration-id={`board:${state}`}
          // Without a card in it that takes the focus it could not be scrolled by keys, or come into sight.
          tabIndex={near ? -1 : 0}
          className="min-h-0 flex-1 overflow-y-auto px-2"
        >
          {idle && rows.length === 0 ? null : (
            <Loaded query={query} what={`the cases that are ${caseStates[display].word.toLowerCase()}`} inline>
              {() => (
                <>
                  <ul
                    data-windowed
                    aria-label={`Cases: ${caseStates[display].word}`}
                    className="relative"
                    style={{ height: rows.length * cardHeight }}
                  >
                    {near || wanted !== undefined
                      ? virtualizer.getVirtualItems().map(({ index, start }) => {
                          const one = rows[index];
                          return one === undefined ? null : (
                            <BoardCard
                              key={one.id}
                              one={one}
                              fields={fields}
                              withReason={withReason}
                              link={pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId, queueId: scope.queueId, caseId: one.id })}
                              at={index}
                              top={start}
                              landed={one.id === landed}
                              onMove={(to) => onMove(one, to, index)}
                            />
                          );
                        })
                      : null}
                  </ul>
                  <LoadMore query={query} count={rows.length} what="cases" />
                </>
              )}
            </Loaded>
          )}
        </div>
      )}
      <DropHint drag={drag} state={state} empty={count === 0} />
    </section>
  );
}

/** A card that was out of sight is drawn within a few frames. */
function focusSoon(find: () => HTMLElement | null | undefined, frames = 10): void {
  requestAnimationFrame(() => {
    const found = find();
    if (found) found.focus();
    else if (frames > 0) focusSoon(find, frames - 1);
  });
}
