import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { useLiveStatus } from "./live.ts";
import { isLive } from "./live-line.ts";
import { lastHeard, onReach } from "./reach.ts";
import { ApiError } from "./client.ts";
import { loadSession } from "./session-query.ts";
import { readAgain } from "./stale.ts";

const tryEvery = 5000;
/** Whether one of the questions since the service was found last was not answered. */
let unanswered = false;

/** Asks whether the service is back, without waiting for the next time. */
export function tryNow(): void {
  void loadSession().catch((error: unknown) => {
    if (error instanceof ApiError && lastHeard() !== undefined) unanswered = true;
  });
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

  const lostAt = useRef<number>(undefined);
  // A loss that the first question ends is none of the service: something between drops what was asked, and would do so again. What is still asked
  // then is left to its own tries.
  const found = useEffectEvent((gone: boolean) =>
    readAgain(client, (_, query) => {
      const { status, fetchStatus } = query.state;
      return gone ? status === "error" || isLive(query) : status !== "error" && fetchStatus === "idle" && isLive(query);
    }),
  );
  useEffect(() => {
    if (since !== undefined) lostAt.current ??= Date.now();
    else if (lostAt.current !== undefined) {
      found(unanswered || Date.now() - lostAt.current >= tryEvery);
      unanswered = false;
      lostAt.current = undefined;
    }
  }, [since]);
  return since;
}
