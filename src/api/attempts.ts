import { ApiError } from "./client.ts";

/**
 * The Idempotency-Keys of the calls of one write. A call whose outcome nobody knows keeps its key for when the same input is sent again; an
 * answer ends it. Calls with other inputs, also at the same time, have keys of their own.
 */
export class Attempts {
  readonly #keys = new Map<string, string>();

  async run<T>(input: string, send: (key: string) => Promise<T>): Promise<T> {
    const key = this.#keys.get(input) ?? crypto.randomUUID();
    this.#keys.set(input, key);
    try {
      const reply = await send(key);
      this.#keys.delete(input);
      return reply;
    } catch (error) {
      const unknown = error instanceof ApiError && (error.status === 0 || error.status >= 500);
      if (!unknown) this.#keys.delete(input);
      throw error;
    }
  }
}
