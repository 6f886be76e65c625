import type { FastifyReply } from "fastify";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Config } from "#server/config.ts";
import type { Store } from "#server/db/open.ts";
import { Refusal } from "./refusal.ts";

export interface Quota {
  /** Counts `points` against a bucket and writes the five quota headers. Throws the 429 when nothing is left. */
  consume(bucket: string, reply: FastifyReply, points: number): Promise<void>;
}

/** Any number that other software on the same database is unlikely to lock. */
const tableLock = 7_202_613;

/** The limiter makes its table where there is none; two processes that start together would both try. */
async function oneAtATime<T>({ pool }: Store, step: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [tableLock]);
    return await step();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [tableLock]);
    client.release();
  }
}

function sharedLimiter(store: Store, limits: { points: number; duration: number }): Promise<RateLimiterPostgres> {
  return new Promise((ready, fail) => {
    const made: RateLimiterPostgres = new RateLimiterPostgres(
      {
        ...limits,
        storeClient: store.pool,
        tableName: "quota",
        inMemoryBlockOnConsumed: limits.points + 1,
        insuranceLimiter: new RateLimiterMemory(limits),
      },
      (error) => (error ? fail(error) : ready(made)),
    );
  });
}

/** In memory with one process, in PostgreSQL with several; there an exhausted bucket is refused from memory. */
export async function createQuota(config: Config, store: Store): Promise<Quota> {
  const { requests: points, windowSeconds: duration } = config.quota;
  const limits = { points, duration };
  const limiter = store.embedded ? new RateLimiterMemory(limits) : await oneAtATime(store, () => sharedLimiter(store, limits));
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
