import { Tooltip as Radix } from "radix-ui";
import type { ReactElement } from "react";
import { Keys } from "./kbd.tsx";

/**
 * Words on hover and focus. The trigger needs a name of its own: a tooltip is no label on a touch screen. `keys` as in `"mod+k"`.
 */
export function Tooltip({
  text,
  keys,
  side = "bottom",
  children,
}: {
  text: string;
  keys?: string;
  side?: "top" | "bottom" | "left" | "right";
  children: ReactElement;
}) {
  return (
    <Radix.Provider delayDuration={400} skipDelayDuration={200} disableHoverableContent>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 flex max-w-72 animate-in items-center gap-2 rounded-md bg-ink px-2 py-1 text-xs text-canvas"
          >
            {text}
            {keys ? <Keys keys={keys} inverse /> : null}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
