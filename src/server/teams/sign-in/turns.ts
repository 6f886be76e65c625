import type { Pool } from "pg";

/** `burst` turns at once, afterwards one every `everySeconds`. Who comes earlier waits, for `holdSeconds` at most. */
export interface Pace {
  readonly burst: number;
  readonly everySeconds: number;
  readonly holdSeconds: number;
}

/** Milliseconds until the turn, which is taken; or until one can be taken. */
export type Turn = { readonly wait: number } | { readonly refused: number };

export interface Turns {
  take(key: string, pace: Pace, now: number): Promise<Turn>;
  giveBack(key: string, pace: Pace): Promise<void>;
  forget(key: string): Promise<void>;
}

/** Of every key one moment is kept: the one at which all of its turns would be free again. */
function turnAt(kept: number | undefined, { burst, everySeconds, holdSeconds }: Pace, now: number): { next: number; turn: Turn } {
  const next = Math.max(kept ?? 0, now) + everySeconds * 1_000;
  const wait = Math.max(0, next - burst * everySeconds * 1_000 - now);
  const over = wait - holdSeconds * 1_000;
  return { next, turn: over > 0 ? { refused: over } : { wait } };
}

/** Keys may be made up: those that are free again are thrown away now and then. */
const sweepEvery = 1_000;

export function turnsInMemory(): Turns {
  const kept = new Map<string, number>();
  let taken = 0;
  return {
    async take(key, pace, now) {
      if (++taken % sweepEvery === 0) for (const [old, free] of kept) if (free <= now) kept.delete(old);
      const { next, turn } = turnAt(kept.get(key), pace, now);
      if ("wait" in turn) kept.set(key, next);
      return turn;
    },
    async giveBack(key, { everySeconds }) {
      const free = kept.get(key);
      if (free !== undefined) kept.set(key, free - everySeconds * 1_000);
    },
    forget: async (key) => void kept.delete(key),
  };
}

export function turnsInPostgres(pool: () => Pool): Turns {
  let taken = 0;
  return {
    async take(key, pace, now) {
      if (++taken % sweepEvery === 0) await pool().query("delete from sign_in_attempts where expire <= $1", [now]);
      const step = pace.everySeconds * 1_000;
      const latest = now + (pace.burst * pace.everySeconds + pace.holdSeconds) * 1_000;
      const { rows } = await pool().query<{ expire: string }>(
        `insert into sign_in_attempts (key, expire) values ($1, $2::bigint + $3) on conflict (key)
         do update set expire = greatest(sign_in_attempts.expire, $2) + $3 where greatest(sign_in_attempts.expire, $2) + $3 <= $4 returning expire`,
        [key, now, step, latest],
      );
      if (rows[0]) return turnAt(Number(rows[0].expire) - step, pace, now).turn;
      const found = await pool().query<{ expire: string }>("select expire from sign_in_attempts where key = $1", [key]);
      return { refused: 1, ...turnAt(Number(found.rows[0]?.expire ?? latest), pace, now).turn };
    },
    async giveBack(key, { everySeconds }) {
      await pool().query("update sign_in_attempts set expire = expire - $2 where key = $1", [key, everySeconds * 1_000]);
    },
    async forget(key) {
      await pool().query("delete from sign_in_attempts where key = $1", [key]);
    },
  };
}
