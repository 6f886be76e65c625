import { ApiError } from "./client.ts";

/**
 * Asks again where that helps: after the time that the service names, or 1, 2, 4… seconds. For work of many requests, one after the other. A
 * write has to carry the same Idempotency-Key each time. Throws the last error.
 */
export async function patiently<T>(ask: () => Promise<T>, { signal, again }: { signal: AbortSignal; again: number }): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || tries >= again || !(error instanceof ApiError && mayPass(error))) throw error;
      const seconds = error.retryAfter ?? 2 ** tries;
      await new Promise((wake) => setTimeout(wake, seconds * 1000));
      signal.throwIfAborted();
    }
  }
}

/** The quota, the connection, the service; or the same request is still under way. */
function mayPass({ status, code }: ApiError): boolean {
  return status === 429 || status === 0 || status >= 500 || code === "idempotency_in_progress";
}
