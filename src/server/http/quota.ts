import type { FastifyReply } from "fastify";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Config } from "#server/config.ts";
import type { Store } from "#server/db/open.ts";
import { Refusal } from "./refusal.ts";

export interface Quota {
  /** Counts `points` against a bucket and writes the five quota headers. Throws the 429 when nothing is left. */
  consume(bucket: string, reply: FastifyReply, points: number): Promise<void>;
}

/** In memory with one process, in PostgreSQL with several; there an exhausted bucket is refused from memory. */
export async function createQuota(config: Config, store: Store): Promise<Quota> {
  const { requests: points, windowSeconds: duration } = config.quota;
  const limiter = store.embedded
    ? new RateLimiterMemory({ points, duration })
    : await new Promise<RateLimiterPostgres>((ready, fail) => {
        const made: RateLimiterPostgres = new RateLimiterPostgres(
          {
            storeClient: store.pool,
            tableName: "quota",
            points,
            duration,
            inMemoryBlockOnConsumed: points + 1,
            insuranceLimiter: new RateLimiterMemory({ points, duration }),
          },
          (error) => (error ? fail(error) : ready(made)),
        );
      });
  const policy = `default;q=${points};w=${duration}`;
  return {
    async consume(bucket, reply, cost) {
      const state = await limiter.consume(bucket, cost).catch((error: unknown) => {
        if (error instanceof RateLimiterRes) return error;
        throw error;
      });
      const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
      const remaining = Math.max(0, points - state.consumedPoints);
      // On the raw answer: Fastify would write the names in lower case, the specification does not.
      for (const [name, value] of [
        ["RateLimit-Policy", policy],
        ["RateLimit", `default;r=${remaining};t=${seconds}`],
        ["ratelimit-limit", points],
        ["ratelimit-remaining", remaining],
        ["ratelimit-reset", seconds],
      ] as const) {
        reply.raw.setHeader(name, value);
      }
      if (state.consumedPoints > points) throw new Refusal("rate_limited", { retryAfter: seconds });
    },
  };
}
