import { ApiError, isUnderWay } from "./client.ts";

interface UnderWay {
  readonly input: string;
  readonly reply: Promise<unknown>;
}

/** The calls of one write: which of them are under way, and the Idempotency-Keys of those whose outcome nobody knows. */
export class Attempts {
  readonly #keys = new Map<string, string>();
  readonly #last = new Map<string, UnderWay>();

  /**
   * Whoever asks for the same again while it is under way, as a double click does, gets that call's reply. It is not the same once something
   * else was asked of the same object in between: on, off and on are three calls.
   */
  joined<T>(about: string, input: string, begin: () => Promise<T>): Promise<T> {
    const last = this.#last.get(about);
    if (last?.input === input) return last.reply as Promise<T>;
    const reply = begin();
    const mine = { input, reply };
    const over = () => {
      if (this.#last.get(about) === mine) this.#last.delete(about);
    };
    this.#last.set(about, mine);
    void reply.then(over, over);
    return reply;
  }

  /** A call whose outcome nobody knows leaves its key for when the same input is sent again; an answer ends it. */
  async keyed<T>(input: string, send: (key: string) => Promise<T>): Promise<T> {
    const key = this.#keys.get(input) ?? crypto.randomUUID();
    this.#keys.delete(input);
    try {
      return await send(key);
    } catch (error) {
      if (isUnknown(error)) this.#keys.set(input, key);
      throw error;
    }
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || isUnderWay(error));
}
