import { type MouseEvent, useRef } from "react";
import { useGo } from "#ui/link.tsx";

/**
 * Two presses on a process open it. The first one chooses it, and the panel that comes with that moves the map: the second one may land on anything,
 * and does nothing there.
 */
export function useSecondPress(linkOf: (id: string) => string | undefined) {
  const go = useGo();
  const pressed = useRef<string>(undefined);
  return {
    onClickCapture: (event: MouseEvent) => {
      if (event.detail <= 1) {
        const line = (event.target as Element).closest<HTMLElement>("[data-place], [data-line]");
        pressed.current = linkOf(line?.dataset["place"] ?? line?.dataset["line"] ?? "");
      } else if (pressed.current !== undefined) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    onDoubleClick: () => {
      if (pressed.current !== undefined) go(pressed.current);
    },
  };
}
