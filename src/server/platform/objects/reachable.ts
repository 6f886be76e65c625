import { setTimeout as sleep } from "node:timers/promises";

/** In milliseconds: whoever looks how the service does has no more patience. */
const lookMs = 2_000;

/** What is asked of the store of files; undefined where it fails or gives no answer soon. */
export async function answeredSoon<T>(answer: Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  const late = sleep(lookMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
  return Promise.race([answer.catch(() => undefined), late]).finally(() => over.abort());
}
