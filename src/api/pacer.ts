import { learnQuota, waits } from "./quota.ts";

export type Priority = "person" | "background";

const maxActive = 6;
/** Requests that polling leaves for a person. */
const backgroundReserve = 3;

interface Waiting {
  readonly go: () => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Keeps requests inside the service's quota by the `RateLimit` headers of earlier answers, so that a busy screen waits
 * instead of being refused. People go before polling.
 */
export class Pacer {
  #active = 0;
  #remaining = Number.POSITIVE_INFINITY;
  #resetAt = 0;
  #refused = false;
  #people: Waiting[] = [];
  #background: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  async run<T extends { headers: Headers; status: number }>(
    priority: Priority,
    signal: AbortSignal | undefined,
    send: () => Promise<T>,
  ): Promise<T> {
    await this.#turn(priority, signal);
    try {
      const answer = await send();
      this.#learn(answer.headers, answer.status);
      return answer;
    } finally {
      this.#active -= 1;
      this.#next();
    }
  }

  #turn(priority: Priority, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const queue = priority === "person" ? this.#people : this.#background;
      const waiting: Waiting = { go: resolve, signal };
      queue.push(waiting);
      signal?.addEventListener(
        "abort",
        () => {
          const at = queue.indexOf(waiting);
          if (at === -1) return;
          queue.splice(at, 1);
          reject(signal.reason);
        },
        { once: true },
      );
      this.#next();
    });
  }

  #next(): void {
    if (Date.now() >= this.#resetAt) {
      this.#remaining = Number.POSITIVE_INFINITY;
      this.#refused = false;
    }
    while (this.#active < maxActive) {
      const free = this.#remaining - this.#active;
      const waiting =
        free > 0 && this.#people.length > 0 ? this.#people.shift() : free > backgroundReserve ? this.#background.shift() : undefined;
      if (!waiting) break;
      this.#active += 1;
      waiting.go();
    }
    const held = this.#refused || (this.#people.length > 0 && this.#active < maxActive);
    waits(held ? this.#resetAt : undefined);
    const idle = !held && this.#background.length === 0;
    if (idle || this.#active >= maxActive || this.#timer !== undefined || this.#remaining === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#next();
      },
      Math.max(50, this.#resetAt - Date.now()),
    );
  }

  #learn(headers: Headers, status: number): void {
    const quota = quotaOf(headers);
    // Too many guesses of a password are refused too, while requests are left: that is for a person to read, and nothing to wait out.
    this.#refused = status === 429 && (quota?.remaining ?? 0) === 0;
    if (quota) {
      this.#remaining = this.#refused ? 0 : quota.remaining;
      this.#resetAt = Date.now() + quota.resetSeconds * 1000;
      learnQuota(
        quota.limit === undefined
          ? undefined
          : { limit: quota.limit, remaining: this.#remaining, resetAt: this.#resetAt, windowMs: (quota.windowSeconds ?? 60) * 1000 },
      );
    } else if (status === 429) {
      this.#remaining = 0;
      this.#resetAt = Date.now() + (retryAfterOf(headers) ?? 1) * 1000;
    }
  }
}

/** Seconds to wait, from `Retry-After` as a number or a date. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000);
}

interface QuotaHeaders {
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly limit: number | undefined;
  readonly windowSeconds: number | undefined;
}

function quotaOf(headers: Headers): QuotaHeaders | undefined {
  const field = headers.get("ratelimit");
  const remaining = field?.match(/\br=(\d+)/)?.[1] ?? headers.get("ratelimit-remaining");
  const reset = field?.match(/\bt=(\d+)/)?.[1] ?? headers.get("ratelimit-reset");
  if (!remaining || !reset) return undefined;
  const policy = headers.get("ratelimit-policy");
  const [limit, window] = [policy?.match(/\bq=(\d+)/)?.[1], policy?.match(/\bw=(\d+)/)?.[1]];
  return {
    remaining: Number(remaining),
    resetSeconds: Number(reset),
    limit: limit === undefined ? undefined : Number(limit),
    windowSeconds: window === undefined ? undefined : Number(window),
  };
}
