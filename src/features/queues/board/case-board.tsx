import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useHiddenColumns } from "#api/list-columns.ts";
import { caseList } from "#contract/queues/case-list.ts";
import type { Case, CaseCounts } from "#contract/queues/case.ts";
import type { ByHand } from "#features/queues/by-hand.ts";
import type { CaseScope } from "#features/queues/case-queries.ts";
import { type CaseStateWord, caseStates } from "#features/queues/case-search.ts";
import { displayOf } from "#features/queues/case-words.ts";
import { PostponeCase } from "#features/queues/case/postpone-case.tsx";
import type { FieldColumn } from "#features/queues/cells/field-columns.ts";
import { ConfirmStop } from "#features/queues/confirm-stop.tsx";
import { shownOf } from "#ui/column-menu.tsx";
import { useEntryKey } from "#ui/use-entry-state.ts";
import { BoardColumn } from "./board-column.tsx";
import { createBoardDrag } from "./board-drag.ts";
import { cardAt, columnScope } from "./board-pages.ts";
import { type Place, useBoardKeys } from "./use-board-keys.ts";
import { useBoardMoves } from "./use-board-moves.ts";

interface CaseBoardProps {
  teamId: string;
  scope: CaseScope;
  /** Under the filter, by state. */
  counts: CaseCounts | undefined;
  /** How often somebody made a case here. */
  made: number;
  /** Of the queue's schema. */
  fields: readonly FieldColumn[];
}

/** The cases by state, side by side: seven columns, of which those in sight are drawn. */
export function CaseBoard({ teamId, scope, counts, made, fields }: CaseBoardProps) {
  const client = useQueryClient();
  const entry = useEntryKey();
  const board = useRef<HTMLDivElement>(null);
  const place = useRef<Place>(undefined);
  const [drag] = useState(createBoardDrag);
  const { wanted, want } = useBoardKeys(counts);
  const moves = useBoardMoves(scope, entry);
  const { asked } = moves;
  // What is chosen for the table; a card has room for two.
  const shown = shownOf(fields, useHiddenColumns(teamId, caseList)).slice(0, 2);

  const grabbed = useEffectEvent((state: CaseStateWord, at: number) => cardAt(client, scope, entry, state, at));
  const dropped = useEffectEvent((one: Case, state: CaseStateWord) => {
    place.current = undefined;
    moves.bring(one, displayOf(state));
  });
  const pressed = useEffectEvent(() => moves.settle());
  useEffect(() => {
    if (!board.current) return undefined;
    const cardIn = (state: CaseStateWord, at: number) => grabbed(state, at);
    return drag.attach(board.current, { press: () => pressed(), cardAt: cardIn, drop: (one, state) => dropped(one, state) });
  }, [drag]);
  const isKnown = counts !== undefined;
  const firstFilled = caseStates.find((state) => (counts?.[displayOf(state)] ?? 0) > 0);
  const begin = useEffectEvent(() => {
    const [all, column] = [board.current, board.current?.querySelector<HTMLElement>(`[data-column="${firstFilled}"]`)];
    if (all && column && all.scrollLeft === 0 && matchMedia("(max-width: 599px)").matches)
      all.scrollLeft = column.offsetLeft - all.offsetLeft;
  });
  // A phone shows one column: the first that has a case.
  useEffect(() => {
    if (isKnown) begin();
  }, [isKnown]);
  /** From a card's menu, which closes with a card that goes: the focus stays at its place, and follows the last one of a column. */
  const choose = (one: Case, to: ByHand, from: Place) => {
    place.current = from;
    if (moves.bring(one, to) === "asks") return;
    const last = counts?.[displayOf(from.state)] === 1;
    want(last ? { state: caseStates.find((state) => displayOf(state) === to) ?? from.state, at: 0 } : from);
  };
  const close = () => {
    moves.close();
    want(place.current);
  };
  return (
    <div
      ref={board}
      role="group"
      aria-label="Board"
      data-scroll-restoration-id="board"
      className="flex min-h-0 flex-1 overflow-x-auto overflow-y-hidden low:flex-[1_0_80dvh]"
    >
      {caseStates.map((state) => (
        <BoardColumn
          key={`${state} ${JSON.stringify(scope.search)}`}
          teamId={teamId}
          scope={columnScope(scope, state)}
          state={state}
          fields={shown}
          entry={entry}
          count={counts?.[displayOf(state)]}
          drag={drag}
          landed={moves.landed?.id}
          landsHere={moves.landed?.in === displayOf(state)}
          wanted={wanted?.state === state ? wanted.at : undefined}
          onFocused={() => want(undefined)}
          // What is made is pending.
          version={state === "pending" ? made : 0}
          onMove={(one, to, at) => choose(one, to, { state, at })}
        />
      ))}
      <ConfirmStop
        status={asked && asked.to !== "postponed" ? asked.to : undefined}
        onClose={close}
        onConfirm={async (status) => asked && moves.set(asked.one, status)}
      />
      {asked ? <PostponeCase open={asked.to === "postponed"} onClose={close} one={asked.one} postpone={moves.postpone} /> : null}
    </div>
  );
}
