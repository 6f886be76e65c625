import { useRef, useState } from "react";
import { useWrite } from "#api/query.ts";
import type { Case, CaseCounts, CaseStatus } from "#contract/queues/case.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { toast } from "#ui/toast.ts";
import { useEntryKey } from "#ui/use-entry-state.ts";
import { BoardColumn } from "./board-column.tsx";
import type { CaseScope } from "./case-queries.ts";
import { type CaseFilterWord, caseStates } from "./case-search.ts";
import { caseStatusWord, displayOf } from "./case-words.ts";

interface CaseBoardProps {
  teamId: string;
  scope: CaseScope;
  /** Under the filter, by state. */
  counts: CaseCounts | undefined;
  /** How often somebody made a case here. */
  made: number;
}

interface Move {
  readonly one: Case;
  readonly status: CaseStatus;
}
interface Wanted {
  readonly state: CaseFilterWord;
  readonly at: number;
}

/** The cases by state, side by side: seven columns, of which those in sight are drawn. `j` and `k` go through a column, `h` and `l` from column to column, `s` opens the states of a card. */
export function CaseBoard({ teamId, scope, counts, made }: CaseBoardProps) {
  const entry = useEntryKey();
  const board = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<Wanted>();
  const [asked, setAsked] = useState<Move>();
  const [moved, setMoved] = useState(0);
  const update = useWrite(updateCase, { alsoStale: ["Queues", "Runs"] });

  const set = async ({ one, status }: Move) => {
    try {
      await update.mutateAsync({ params: { case_id: one.id }, body: { status } });
      toast(`“${one.title}” is set to “${caseStatusWord(status)}”`);
    } catch (error) {
      toast(error instanceof Error ? error.message : "That did not work.", { failed: true });
    }
    setMoved((times) => times + 1);
  };
  const choose = (one: Case, status: CaseStatus) => {
    if (status === one.display_status) return;
    // What stops a run is asked for first.
    if (one.display_status === "in_progress") setAsked({ one, status });
    else void set({ one, status });
  };

  const step = (by: number) => {
    const { state, at } = placeOf(document.activeElement);
    if (state) setWanted({ state, at: Math.max(0, at + by) });
    else enter(0, 1);
  };
  const cross = (by: 1 | -1) => {
    const { state, at } = placeOf(document.activeElement);
    if (state) enter(caseStates.indexOf(state) + by, by, at);
    else enter(0, 1);
  };
  /** The next column that holds anything. */
  const enter = (from: number, by: 1 | -1, at = 0) => {
    for (let next = from; next >= 0 && next < caseStates.length; next += by) {
      const state = caseStates[next];
      if (state && counts && counts[displayOf(state)] > 0) return setWanted({ state, at });
    }
    return undefined;
  };
  useShortcuts("Board", [
    { keys: "j", label: "Next card", run: () => step(1) },
    { keys: "k", label: "Card before", run: () => step(-1) },
    { keys: "l", label: "Next column", run: () => cross(1) },
    { keys: "h", label: "Column before", run: () => cross(-1) },
    { keys: "s", label: "Set the status of the card", run: () => openMenu(document.activeElement) },
  ]);
  return (
    <div
      ref={board}
      role="group"
      aria-label="Board"
      data-scroll-restoration-id="board"
      className="flex min-h-0 flex-1 overflow-x-auto overflow-y-hidden"
    >
      {caseStates.map((state) => (
        <BoardColumn
          key={`${state} ${JSON.stringify(scope.search)}`}
          teamId={teamId}
          scope={{ queueId: scope.queueId, search: { ...scope.search, status: state } }}
          state={state}
          entry={entry}
          count={counts?.[displayOf(state)]}
          wanted={wanted?.state === state ? wanted.at : undefined}
          onFocused={() => setWanted(undefined)}
          version={moved + made}
          onStatus={choose}
        />
      ))}
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked ? `Set to “${caseStatusWord(asked.status)}”?` : ""}
        action="Stop the run and set it"
        onConfirm={async () => asked && set(asked)}
      >
        <p>A run works on this case right now. It is stopped and does not go on.</p>
      </ConfirmDialog>
    </div>
  );
}

function placeOf(node: Element | null): { state: CaseFilterWord | undefined; at: number } {
  const card = node?.closest<HTMLElement>("[data-card]");
  const state = card?.closest<HTMLElement>("[data-column]")?.dataset["column"];
  return { state: caseStates.find((word) => word === state), at: Number(card?.dataset["card"] ?? 0) };
}

function openMenu(node: Element | null): void {
  const button = node?.closest("[data-card]")?.querySelector<HTMLElement>("button");
  // As the menu itself is opened by the keyboard.
  button?.focus();
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
}
