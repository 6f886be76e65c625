import type { FastifyReply } from "fastify";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Config } from "#server/platform/config.ts";
import { processLocks, whileLocked } from "#server/platform/db/locks.ts";
import type { Store } from "#server/platform/db/open.ts";
import { Refusal } from "./refusal.ts";

export interface Quota {
  /** Counts `points` against a caller's bucket and writes the five quota headers. Throws the 429 when nothing is left. */
  consume(whose: Bucket, reply: FastifyReply, points: number): Promise<void>;
  /** Counts one request of a bucket of its own, in this process and without headers. Throws the same 429. */
  spend(bucket: string): Promise<void>;
  /** What each of them may still send. Asking counts nothing. */
  left(whose: readonly Bucket[]): Promise<QuotaLeft[]>;
}

interface QuotaLeft {
  readonly limit: number;
  readonly left: number;
  /** When all of it is there again; null: it is. */
  readonly full_at: string | null;
}

export interface Bucket {
  readonly bucket: string;
  /** Whoever owns the key: all of a person's keys together have {@link perPerson} quotas. */
  readonly person?: string | undefined;
}

/** Ours: somebody with many keys is still one person. */
const perPerson = 4;

/** The limiter makes its table where there is none; two processes that start together would both try. */
async function oneAtATime<T>({ pool }: Store, step: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await whileLocked(client, processLocks.quotaTable, step);
  } finally {
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
  const ofPeople = { points: points * perPerson, duration };
  const limiterOf = (of: typeof limits) => (store.embedded ? new RateLimiterMemory(of) : oneAtATime(store, () => sharedLimiter(store, of)));
  const limiter = await limiterOf(limits);
  const people = await limiterOf(ofPeople);
  const [spendOfKey, spendOfPerson] = [spending(limiter), spending(people)];
  const own = spending(new RateLimiterMemory(limits));
  const policy = `default;q=${points};w=${duration}`;
  return {
    async consume({ bucket, person }, reply, asked) {
      // The largest body can be sent whatever the quota is.
      const cost = Math.min(asked, points);
      const [state, all] = await Promise.all([spendOfKey(bucket, cost), person && spendOfPerson(`person:${person}`, cost)]);
      const exhausted = all && all.consumedPoints > ofPeople.points ? all : undefined;
      const byAll = all ? ofPeople.points - all.consumedPoints : points;
      // Of the key and its person, the one with less left says how much and until when: a client that reads it is not refused.
      const first = all && byAll < points - state.consumedPoints ? all : state;
      const seconds = secondsUntilNext(exhausted ?? first);
      const remaining = Math.max(0, Math.min(points - state.consumedPoints, byAll));
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
      if (exhausted)
        throw new Refusal("rate_limited", {
          message: "All your API keys together sent too many requests. Wait, then try again.",
          retryAfter: seconds,
        });
      if (state.consumedPoints > points) throw new Refusal("rate_limited", { retryAfter: seconds });
    },
    async left(whose) {
      const [byKey, byPerson] = await Promise.all([
        usedOf(store, limiter, [...new Set(whose.map(({ bucket }) => bucket))]),
        usedOf(store, people, [...new Set(whose.map(({ person }) => `person:${person}`))]),
      ]);
      return whose.map(({ bucket, person }) => {
        const used = byKey.get(bucket) ?? unused;
        const usedByAll = byPerson.get(`person:${person}`) ?? unused;
        const byAll = ofPeople.points - usedByAll.points;
        const left = Math.max(0, Math.min(points - used.points, byAll));
        const until = Math.max(used.until, byAll < points ? usedByAll.until : 0);
        return { limit: points, left, full_at: left === points ? null : new Date(until).toISOString() };
      });
    },
    async spend(bucket) {
      const state = await own(bucket, 1);
      if (state.consumedPoints > points) throw new Refusal("rate_limited", { retryAfter: secondsUntilNext(state) });
    },
  };
}

type Spent = Pick<RateLimiterRes, "consumedPoints" | "msBeforeNext">;

interface Spender {
  readonly cost: number;
  done(state: Spent): void;
  failed(error: unknown): void;
}

/**
 * Counts, and says what a bucket has used, also where that is more than it may. A bucket of a shared store is a row that one statement at a time
 * changes: requests that come meanwhile are counted by the next one together, each as if it had come after those before it.
 */
function spending(limiter: RateLimiterAbstract): (bucket: string, cost: number) => Promise<Spent> {
  if (limiter instanceof RateLimiterMemory) return (bucket, cost) => spent(limiter, bucket, cost);
  const waiting = new Map<string, Spender[]>();
  async function spendAll(bucket: string): Promise<void> {
    for (let spenders = waiting.get(bucket) ?? []; spenders.length > 0; spenders = waiting.get(bucket) ?? []) {
      waiting.set(bucket, []);
      const all = spenders.reduce((sum, { cost }) => sum + cost, 0);
      try {
        const { consumedPoints, msBeforeNext } = await spent(limiter, bucket, all);
        let used = consumedPoints - all;
        for (const { cost, done } of spenders) done({ consumedPoints: (used += cost), msBeforeNext });
      } catch (error) {
        for (const { failed } of spenders) failed(error);
      }
    }
    waiting.delete(bucket);
  }
  return (bucket, cost) =>
    new Promise((done, failed) => {
      const others = waiting.get(bucket);
      const spender = { cost, done, failed };
      if (others) others.push(spender);
      else {
        waiting.set(bucket, [spender]);
        void spendAll(bucket);
      }
    });
}

function spent(limiter: RateLimiterAbstract, bucket: string, cost: number): Promise<Spent> {
  return limiter.consume(bucket, cost).catch((error: unknown) => {
    if (!(error instanceof RateLimiterRes)) throw error;
    // A bucket that is refused from memory is not counted, and the limiter says 0.
    return error.consumedPoints > 0 ? error : { consumedPoints: Number.POSITIVE_INFINITY, msBeforeNext: error.msBeforeNext };
  });
}

interface Used {
  readonly points: number;
  /** When the window ends, in milliseconds since 1970. */
  readonly until: number;
}

const unused: Used = { points: 0, until: 0 };

/** What buckets have used in windows that have not ended: one question to a shared store, whose rows have the limiter's own layout. */
async function usedOf({ pool }: Store, limiter: RateLimiterAbstract, buckets: readonly string[]): Promise<ReadonlyMap<string, Used>> {
  if (limiter instanceof RateLimiterMemory) {
    const states = await Promise.all(buckets.map(async (bucket) => ({ bucket, state: await limiter.get(bucket) })));
    return new Map(
      states.flatMap(({ bucket, state }) =>
        state ? [[bucket, { points: state.consumedPoints, until: Date.now() + state.msBeforeNext }] as const] : [],
      ),
    );
  }
  const names = new Map(buckets.map((bucket) => [limiter.getKey(bucket), bucket]));
  const { rows } = await pool.query<{ key: string; points: number; until: string }>(
    "select key, points, expire as until from quota where key = any($1) and expire > $2",
    [[...names.keys()], Date.now()],
  );
  return new Map(rows.map(({ key, points, until }) => [names.get(key) ?? "", { points, until: Number(until) }]));
}

function secondsUntilNext({ msBeforeNext }: Spent): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}
