import { ApiError, isUnderWay } from "./client.ts";

/**
 * Asks again where that helps: after the time that the service names, or 1, 2, 4… seconds. For work of many requests, one after the other. A
 * write has to carry the same Idempotency-Key each time. Throws the last error, or the signal's reason where that came while it waited.
 */
export async function patiently<T>(ask: () => Promise<T>, { signal, again }: { signal: AbortSignal; again: number }): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || tries >= again || !(error instanceof ApiError && mayPass(error))) throw error;
      const seconds = error.retryAfter ?? 2 ** tries;
      await passed(seconds * 1000, signal);
      signal.throwIfAborted();
    }
  }
}

/** Settles once the time has passed, or as soon as `signal` calls it off. */
export function passed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((wake) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", over);
      wake();
    };
    const timer = setTimeout(over, milliseconds);
    signal.addEventListener("abort", over);
  });
}

/** The quota, the connection, the service; or the same request is still under way. */
function mayPass(error: ApiError): boolean {
  return error.status === 429 || error.status === 0 || error.status >= 500 || isUnderWay(error);
}
