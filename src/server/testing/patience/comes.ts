import { setTimeout as sleep } from "node:timers/promises";
import { machineTime } from "./machine-time.ts";

/** As long as something may take that a quiet machine does in a second or two. Milliseconds of {@link machineTime}. */
export const patienceMs = 30_000;

interface Looks {
  /** Milliseconds between two looks. */
  readonly restMs?: number;
  /** What is to be seen meanwhile, for the message of what did not come. */
  readonly seen?: () => unknown;
  readonly withinMs?: number;
}

/** Looks until there is something: what it found. Throws with `what` and what was seen instead where it does not come. */
export async function comes<T>(what: string, look: () => Promise<T | null | undefined>, looks: Looks = {}): Promise<T> {
  const { restMs = 10, seen, withinMs = patienceMs } = looks;
  for (const began = machineTime.now(); ;) {
    const found = await look();
    if (found !== null && found !== undefined) return found;
    if (machineTime.now() - began > withinMs)
      throw new Error(`${what} did not come in ${withinMs / 1000} s of the machine's time${seen ? `: ${JSON.stringify(seen())}` : ""}`);
    await sleep(restMs);
  }
}
