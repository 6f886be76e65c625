import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

const near = 32;

interface StickToEnd {
  scroller: RefObject<HTMLElement | null>;
  content: RefObject<HTMLElement | null>;
  /** Begins somewhere else than at the end. */
  released: boolean;
  scrollToStart: () => void;
}

/**
 * Keeps a scroller at its end while its content grows, as long as the person is there. Only a movement of theirs lets go of it or takes hold
 * again: sizes that are corrected while rows are measured move the position too. The same corrections take the browser's own way to the first
 * row off its course, so Home and End are answered here.
 */
export function useStickToEnd({ scroller, content, released, scrollToStart }: StickToEnd) {
  const [atEnd, setAtEnd] = useState(!released);
  const stuck = useRef(!released);
  const moving = useRef(0);
  /** Until when a movement counts as one away from the end, however short its first step is. */
  const leaving = useRef(0);

  const release = () => {
    stuck.current = false;
    setAtEnd(false);
  };
  const toStart = () => {
    release();
    scrollToStart();
  };
  const toEnd = () => {
    stuck.current = true;
    setAtEnd(true);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  };
  const follow = () => {
    if (stuck.current) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  };
  const onResize = useEffectEvent(follow);
  const onHome = useEffectEvent(toStart);
  const onEnd = useEffectEvent(toEnd);

  useEffect(() => {
    const node = scroller.current;
    const inside = content.current;
    if (!node || !inside) return undefined;
    const move = () => {
      moving.current = performance.now() + 800;
    };
    const leave = () => {
      leaving.current = performance.now() + 800;
      stuck.current = false;
    };
    let last = node.scrollTop;
    const onScroll = () => {
      const end = node.scrollHeight - node.scrollTop - node.clientHeight < near;
      const up = node.scrollTop < last;
      last = node.scrollTop;
      const now = performance.now();
      if (now < moving.current) {
        if (end && now > leaving.current) stuck.current = true;
        // Content that grew since the scroller was put at its end leaves it short of the end too, but never higher than it was.
        else if (up) stuck.current = false;
      }
      setAtEnd(end || stuck.current);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.target !== node || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
      if (["ArrowUp", "PageUp", "Home"].includes(event.key)) leave();
      if (["ArrowUp", "PageUp", "ArrowDown", "PageDown", " "].includes(event.key)) move();
      if (event.key !== "Home" && event.key !== "End") return;
      event.preventDefault();
      if (event.key === "Home") onHome();
      else onEnd();
    };
    const sizes = new ResizeObserver(() => onResize());
    sizes.observe(node);
    sizes.observe(inside);
    const stop = new AbortController();
    const { signal } = stop;
    node.addEventListener("scroll", onScroll, { passive: true, signal });
    node.addEventListener("wheel", move, { passive: true, signal });
    node.addEventListener("wheel", ({ deltaY }) => deltaY < 0 && leave(), { passive: true, signal });
    node.addEventListener("touchmove", move, { passive: true, signal });
    node.addEventListener("keydown", onKey, { signal });
    // A scroll bar that is held may rest for a while before it moves on.
    node.addEventListener("pointerdown", () => (moving.current = Number.POSITIVE_INFINITY), { signal });
    addEventListener("pointerup", () => moving.current === Number.POSITIVE_INFINITY && move(), { signal });
    return () => {
      sizes.disconnect();
      stop.abort();
    };
  }, [scroller, content]);

  return { atEnd, follow, release, toStart, toEnd };
}
