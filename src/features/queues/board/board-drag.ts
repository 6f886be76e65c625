import type { Case } from "#contract/queues/case.ts";
import type { CaseStateWord } from "#features/queues/case-search.ts";
import { carryCard, keepFromScrolling, stateOf } from "./carry-card.ts";

/** A card in somebody's hand, and the column that it is over. */
interface Held {
  readonly one: Case;
  readonly over: CaseStateWord | undefined;
}

interface DragHost {
  /** Somebody points at the board anew. */
  press(): void;
  cardAt(state: CaseStateWord, at: number): Case | undefined;
  drop(one: Case, state: CaseStateWord): void;
}

export interface BoardDrag {
  current(): Held | undefined;
  subscribe(reader: () => void): () => void;
  /** Lets the cards of a board be taken by mouse or pen, and by a finger that rests on one, until what it returns is called. */
  attach(board: HTMLElement, host: DragHost): () => void;
}

/** Apart from what React knows: whoever tells where a card may go reads along, and no card is drawn anew. */
export function createBoardDrag(): BoardDrag {
  let held: Held | undefined;
  const readers = new Set<() => void>();
  const tell = (next: Held | undefined) => {
    held = next;
    for (const reader of readers) reader();
  };

  const attach = (board: HTMLElement, host: DragHost) => {
    let putBack = () => {};
    let lifted = false;
    const onDown = (event: PointerEvent) => {
      putBack();
      lifted = false;
      host.press();
      const target = event.target as Element;
      const card = target.closest<HTMLElement>("[data-card]");
      if (!card || event.button !== 0 || !event.isPrimary || target.closest("button")) return;
      const state = stateOf(card.closest("[data-column]"));
      const one = state && host.cardAt(state, Number(card.dataset["card"]));
      if (!one) return;
      putBack = carryCard(board, card, event, {
        onLift: () => {
          lifted = true;
          tell({ one, over: undefined });
        },
        onOver: (over) => tell({ one, over }),
        onEnd: (to) => {
          if (held) tell(undefined);
          if (to) host.drop(one, to);
        },
      });
    };
    const onClick = (event: MouseEvent) => {
      // The click that ends a drag opens nothing. One that a key makes counts no presses.
      if (!lifted || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const listening = new AbortController();
    const { signal } = listening;
    board.addEventListener("pointerdown", onDown, { signal });
    board.addEventListener("click", onClick, { signal, capture: true });
    // There before the finger: a browser asks only those that it knew of when the finger came whether it may scroll.
    board.addEventListener("touchmove", (event) => held && keepFromScrolling(event), { signal, passive: false });
    return () => {
      listening.abort();
      putBack();
    };
  };

  const subscribe = (reader: () => void) => {
    readers.add(reader);
    return () => readers.delete(reader);
  };
  return { current: () => held, subscribe, attach };
}
