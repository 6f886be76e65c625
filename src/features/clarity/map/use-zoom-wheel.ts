import { type RefObject, useEffect, useEffectEvent } from "react";
import { clampZoom } from "./zoom.ts";

/** Zooms with the wheel and Control or Command, so that what is under the pointer stays there. */
export function useZoomWheel(scroller: RefObject<HTMLDivElement | null>, zoom: number, setZoom: (next: number) => void): void {
  const turned = useEffectEvent((event: WheelEvent) => {
    const box = scroller.current;
    if (!box || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const next = clampZoom(zoom * Math.exp(-event.deltaY / 300));
    const { left, top } = box.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    const [atX, atY] = [(box.scrollLeft + x) / zoom, (box.scrollTop + y) / zoom];
    setZoom(next);
    requestAnimationFrame(() => box.scrollTo({ left: atX * next - x, top: atY * next - y, behavior: "instant" }));
  });
  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const listen = (event: WheelEvent) => turned(event);
    // A passive listener could not keep the page from zooming.
    box.addEventListener("wheel", listen, { passive: false });
    return () => box.removeEventListener("wheel", listen);
  }, [scroller]);
}
