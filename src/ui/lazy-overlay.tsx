import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { firstPageDrawn } from "./first-page.ts";
import { useHeldKeys } from "./held-keys.ts";
import { toast } from "./toast.ts";

let unasked = 0;
// A chunk that is gone makes the tab load anew, but not under the hands of somebody who did not ask for it.
addEventListener("vite:preloadError", (event) => unasked > 0 && event.stopImmediatePropagation(), { capture: true });

/**
 * An overlay, or what is inside of one, in a chunk of its own. The chunk is read at the first sign that somebody may want it. Until it is there the keys
 * are held; when it cannot be read, the overlay closes and says so, and the next time it is tried again.
 */
export function lazyOverlay<P extends { onClose: () => void }>(what: string, load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let ready: ComponentType<P> | undefined;
  let coming: Promise<void> | undefined;
  const fetch = () => {
    coming ??= load()
      .then((component) => {
        ready = component;
      })
      .finally(() => {
        coming = undefined;
      });
    return coming;
  };
  const prepare = () => {
    unasked += 1;
    void fetch()
      .catch(() => undefined)
      .finally(() => {
        unasked -= 1;
      });
  };
  void firstPageDrawn.then(() => atFirstUse(prepare));

  return function LazyOverlay(props: P) {
    const [, setArrived] = useState(ready !== undefined);
    const Ready = ready;
    const missing = Ready === undefined;
    useHeldKeys(missing, props.onClose);
    const giveUp = useEffectEvent(() => {
      props.onClose();
      toast(`${what} could not be loaded. Check your connection, then try again.`, { failed: true });
    });
    useEffect(() => {
      if (!missing) return undefined;
      let left = false;
      fetch().then(
        () => left || setArrived(true),
        () => left || giveUp(),
      );
      return () => {
        left = true;
      };
    }, [missing]);
    return Ready ? <Ready {...props} /> : null;
  };
}

const signs = ["keydown", "pointerover", "focusin"] as const;

/** When a key is pressed, or a button is under the pointer or has the focus: a page that is only read loads nothing that it does not show. */
function atFirstUse(run: () => void): void {
  const heard = ({ type, target }: Event) => {
    if (type !== "keydown" && !(target instanceof Element && target.closest("button"))) return;
    for (const sign of signs) removeEventListener(sign, heard, true);
    run();
  };
  for (const sign of signs) addEventListener(sign, heard, true);
}
