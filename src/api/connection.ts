import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { useLiveStatus } from "./live.ts";
import { isLive } from "./live-line.ts";
import { lastHeard, onReach } from "./reach.ts";
import { loadSession } from "./session-query.ts";
import { readAgain } from "./stale.ts";

const tryEvery = 5000;

/** Asks whether the service is back, without waiting for the next time. */
export function tryNow(): void {
  void loadSession().catch(() => undefined);
}

/**
 * When the service answered last, in milliseconds since 1970, while it does not; undefined while it does. Asks it again and again meanwhile, and
 * reads what is on screen anew once it answers. A live line that broke is a reason to ask, and no proof: a proxy may have cut it.
 */
export function useLost(): number | undefined {
  const client = useQueryClient();
  const since = useSyncExternalStore(onReach, lastHeard);
  const doubtful = useLiveStatus() === "offline" || since !== undefined;
  useEffect(() => {
    if (!doubtful) return undefined;
    tryNow();
    const timer = setInterval(tryNow, tryEvery);
    addEventListener("online", tryNow);
    return () => {
      clearInterval(timer);
      removeEventListener("online", tryNow);
    };
  }, [doubtful]);

  const wasLost = useRef(false);
  const found = useEffectEvent(() => readAgain(client, (_, query) => isLive(query) || query.state.status === "error"));
  useEffect(() => {
    if (wasLost.current && since === undefined) found();
    wasLost.current = since !== undefined;
  }, [since]);
  return since;
}
