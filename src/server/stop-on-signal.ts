import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "./app.ts";

/** How long requests that are in work may take to their end. Kubernetes kills 30 seconds after it told, the rest of a stop included. */
const finishMs = 20_000;

/**
 * SIGTERM, which supervisors send, first waits until whoever sends requests here has noticed that the service is no longer ready; SIGINT, as of
 * Ctrl+C, does not. Then the service ends in order. A second signal ends it at once.
 */
export function stopOnSignal(app: App, drainSeconds: number, failed: (error: unknown) => void): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    app.http.departure.announce();
    if (signal === "SIGTERM") await sleep(drainSeconds * 1_000);
    await app.close(finishMs);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      stop(signal).then(() => process.exit(0), failed);
    });
  }
}
