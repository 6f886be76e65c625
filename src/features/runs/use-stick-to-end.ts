import { type RefObject, useEffect, useRef, useState } from "react";

const near = 32;

/**
 * Keeps a scroller at its end while its content grows, as long as the person is there. Only a movement of theirs lets go of it: sizes that are
 * corrected while rows are measured move the position too.
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>, fromStart: boolean) {
  const [atEnd, setAtEnd] = useState(!fromStart);
  const stuck = useRef(!fromStart);
  const moving = useRef(0);
  /** Until when a movement counts as one away from the end, however short its first step is. */
  const leaving = useRef(0);

  useEffect(() => {
    const node = scroller.current;
    const inside = content.current;
    if (!node || !inside) return undefined;
    const toEnd = () => {
      if (stuck.current) node.scrollTo({ top: node.scrollHeight });
    };
    const by = (milliseconds: number) => () => {
      moving.current = performance.now() + milliseconds;
    };
    const leave = () => {
      leaving.current = performance.now() + 800;
      stuck.current = false;
    };
    const onScroll = () => {
      const end = node.scrollHeight - node.scrollTop - node.clientHeight < near;
      if (end && performance.now() > leaving.current) stuck.current = true;
      else if (performance.now() < moving.current) stuck.current = false;
      setAtEnd(end || stuck.current);
    };
    const sizes = new ResizeObserver(toEnd);
    sizes.observe(node);
    sizes.observe(inside);
    const stop = new AbortController();
    const { signal } = stop;
    node.addEventListener("scroll", onScroll, { passive: true, signal });
    for (const kind of ["wheel", "touchmove", "keydown"]) node.addEventListener(kind, by(800), { passive: true, signal });
    node.addEventListener("wheel", ({ deltaY }) => deltaY < 0 && leave(), { passive: true, signal });
    node.addEventListener("keydown", ({ key }) => ["ArrowUp", "PageUp", "Home"].includes(key) && leave(), { signal });
    node.addEventListener("pointerdown", by(Number.POSITIVE_INFINITY), { signal });
    addEventListener("pointerup", by(800), { signal });
    toEnd();
    return () => {
      sizes.disconnect();
      stop.abort();
    };
  }, [scroller, content]);

  return {
    atEnd,
    release: () => {
      stuck.current = false;
      setAtEnd(false);
    },
    toEnd: () => {
      stuck.current = true;
      setAtEnd(true);
      scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    },
  };
}
