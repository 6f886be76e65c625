import { type CaseStateWord, caseStates } from "#features/queues/case-search.ts";

/** Pixels that a pointer goes before it is more than a click, and from an edge of the board where the board follows it. */
const startsAfter = 6;
const edge = 64;
/** Milliseconds that a finger rests on a card before it takes it: one that moves earlier scrolls. */
const restsFor = 350;

interface Carrier {
  /** The pointer has gone far enough, or the finger has rested long enough. */
  onLift: () => void;
  onOver: (state: CaseStateWord | undefined) => void;
  /** `state`: where it was let go; undefined outside of the columns, after Escape, and where it was never lifted. */
  onEnd: (state: CaseStateWord | undefined) => void;
}

/**
 * Lets a picture of a card follow the pointer that was pressed on it. Nothing is drawn anew meanwhile: the picture moves by itself, once a
 * frame. What it returns puts the card back.
 */
export function carryCard(board: HTMLElement, card: HTMLElement, from: PointerEvent, { onLift, onOver, onEnd }: Carrier): () => void {
  const listening = new AbortController();
  const options = { signal: listening.signal, capture: true };
  const byFinger = from.pointerType === "touch";
  let at = { x: from.clientX, y: from.clientY };
  let moved = false;
  let over: CaseStateWord | undefined;
  let picture: HTMLElement | undefined;
  let frame = 0;

  const follow = () => {
    frame = requestAnimationFrame(follow);
    if (picture) picture.style.transform = `translate(${at.x - from.clientX}px, ${at.y - from.clientY}px)`;
    if (moved) scrollAlong(board, at.x);
    const now = columnAt(board, at);
    if (now !== over) onOver((over = now));
  };
  const lift = () => {
    picture = pictureOf(card);
    document.body.append(picture);
    card.dataset["taken"] = "";
    onLift();
    follow();
  };
  const end = (dropped: boolean) => {
    if (listening.signal.aborted) return;
    listening.abort();
    cancelAnimationFrame(frame);
    clearTimeout(resting);
    picture?.remove();
    delete card.dataset["taken"];
    // The pointer may have moved since the last frame.
    onEnd(picture && dropped ? columnAt(board, at) : undefined);
  };

  const resting = byFinger ? setTimeout(lift, restsFor) : undefined;
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== from.pointerId) return;
    at = { x: event.clientX, y: event.clientY };
    moved ||= Math.hypot(at.x - from.clientX, at.y - from.clientY) > startsAfter;
    if (picture || !moved) return;
    if (byFinger) end(false);
    else lift();
  };
  const onRelease = (event: PointerEvent) => {
    if (event.pointerId === from.pointerId) end(event.type === "pointerup");
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !picture) return;
    event.stopPropagation();
    end(false);
  };
  addEventListener("pointermove", onMove, options);
  addEventListener("pointerup", onRelease, options);
  addEventListener("pointercancel", onRelease, options);
  addEventListener("keydown", onKey, options);
  // The browser would carry a link: that of the card, or of its picture. For a finger that rests on it, it would open a menu.
  addEventListener("dragstart", (event) => event.preventDefault(), options);
  if (byFinger) addEventListener("contextmenu", (event) => event.preventDefault(), options);
  // The finger's events keep to the card, also once its column is out of sight and the card no longer drawn.
  card.addEventListener("touchmove", (event) => picture && keepFromScrolling(event), { ...options, passive: false });
  return () => end(false);
}

export function keepFromScrolling(event: TouchEvent): void {
  if (event.cancelable) event.preventDefault();
}

export function stateOf(column: Element | null | undefined): CaseStateWord | undefined {
  return caseStates.find((word) => word === column?.getAttribute("data-column"));
}

function columnAt(board: HTMLElement, { x, y }: { x: number; y: number }): CaseStateWord | undefined {
  const { top, bottom } = board.getBoundingClientRect();
  if (y < top || y > bottom) return undefined;
  const columns = [...board.querySelectorAll("[data-column]")];
  return stateOf(
    columns.find((column) => {
      const { left, right } = column.getBoundingClientRect();
      return x >= left && x < right;
    }),
  );
}

/** The nearer to the edge, the faster. */
function scrollAlong(board: HTMLElement, x: number): void {
  const { left, right } = board.getBoundingClientRect();
  const beyond = Math.max(0, x - (right - edge)) - Math.max(0, left + edge - x);
  if (beyond !== 0) board.scrollLeft += Math.sign(beyond) * Math.min(20, Math.ceil(Math.abs(beyond) / 4));
}

function pictureOf(card: HTMLElement): HTMLElement {
  const { left, top, width, height } = card.getBoundingClientRect();
  const picture = card.cloneNode(true) as HTMLElement;
  delete picture.dataset["card"];
  picture.setAttribute("aria-hidden", "true");
  picture.classList.add("card-in-hand");
  Object.assign(picture.style, { position: "fixed", left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  return picture;
}
