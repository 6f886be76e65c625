import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import ipaddr from "ipaddr.js";
import type { Pool } from "pg";
import { durationWords } from "#server/engine/duration-words.ts";
import type { Store } from "#server/platform/db/open.ts";
import { createPool } from "#server/platform/db/pool.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { type Pace, turnsInMemory, turnsInPostgres } from "./turns.ts";

/**
 * What a guess counts against. Nobody can use up somebody else's turns: strangers share none with a device that signed in before, with a
 * session, or with each other unless they guess at the same account.
 */
const paces = {
  /** One network at one password: 12 guesses in an hour, so that it leaves some to others. */
  pair: { burst: 8, everySeconds: 900, holdSeconds: 30 },
  /** All networks at one password, without devices that signed in before: 20 guesses in an hour. */
  account: { burst: 12, everySeconds: 450, holdSeconds: 30 },
  /** A device, a session, a second factor or the set-up code: 970 guesses a day. */
  steady: { burst: 10, everySeconds: 90, holdSeconds: 0 },
  /** A code of an authenticator app is taken for at most three periods of 30 seconds, and once. */
  used: { burst: 1, everySeconds: 120, holdSeconds: 0 },
  /** Programs of one network that ask for a key: thirty at once, then two a minute. */
  asking: { burst: 30, everySeconds: 30, holdSeconds: 0 },
  /** Mails to one address: three at once, then four an hour. */
  mail: { burst: 3, everySeconds: 900, holdSeconds: 0 },
  /** Accounts that one network makes: 60 an hour, which an office needs on its first day. */
  accounts: { burst: 60, everySeconds: 60, holdSeconds: 0 },
} satisfies Record<string, Pace>;

/** Requests that wait for their turn, of this process. More are refused: each holds a socket. */
const maxWaiting = 500;

export interface Attempt {
  /** Passwords and codes are counted apart: whoever knows a password cannot make room for more codes by signing in. */
  readonly kind: "password" | "code" | "setup" | "reset" | "register" | "device";
  /** What is being guessed at; absent where a request leads to nobody. */
  readonly account?: string;
  readonly address: string;
  /** What the guess comes from and strangers cannot have: a device that signed in to this account before, or a session. */
  readonly from?: string | undefined;
}

export interface Attempts {
  /**
   * Counts the attempt before `check` runs, so that parallel guesses cannot pass the limit together, and waits until it is its turn. A
   * {@link Refusal} from `check` is a wrong guess and stays counted; success clears the count. Throws `too_many_attempts`.
   */
  guard<T>(attempt: Attempt, check: () => Promise<T>): Promise<T>;
  /** Counts what is no guess, and is never given back. Throws `too_many_attempts`. */
  spend(attempt: Attempt): Promise<void>;
  /** Whether a code that was right is used for the first time. */
  firstUse(account: string, code: string): Promise<boolean>;
  close(): Promise<void>;
}

type Count = readonly [key: string, pace: Pace];

/** The narrowest count comes first: a success clears it. */
function countsOf({ kind, account, address, from }: Attempt): Count[] {
  if (from !== undefined) return [[hash(`${kind}:from:${from}`), paces.steady]];
  if (kind === "reset")
    return [
      [hash(`reset:${account ?? ""}`), paces.mail],
      [hash(`reset:from:${network(address)}`), paces.steady],
    ];
  if (kind === "register") return [[hash(`register:${network(address)}`), paces.accounts]];
  if (kind === "setup" || kind === "device") return [[hash(`${kind}:${network(address)}`), kind === "setup" ? paces.steady : paces.asking]];
  // Nobody waits for this code, so there is nothing to be guessed.
  if (account === undefined) return [];
  if (kind === "code") return [[hash(`code:${account}`), paces.steady]];
  return [
    [hash(`password:${account}:${network(address)}`), paces.pair],
    [hash(`password:${account}`), paces.account],
  ];
}

/** Counts in memory with one process, in PostgreSQL with several. `wait` takes milliseconds. */
export function createAttempts(store: Store, clock: () => Date, wait: (ms: number) => Promise<unknown> = pause): Attempts {
  let pool: Pool | undefined;
  const turns = store.embedded ? turnsInMemory() : turnsInPostgres(() => (pool ??= ownPool(store)));
  let waiting = 0;

  /** Takes a turn of each count; where one has none, of none. */
  async function enter(counts: readonly Count[]): Promise<void> {
    const now = clock().getTime();
    let longest = 0;
    for (const [index, [key, pace]] of counts.entries()) {
      const turn = await turns.take(key, pace, now);
      const refused = "refused" in turn ? turn.refused : turn.wait > 0 && waiting >= maxWaiting ? turn.wait : undefined;
      if (refused !== undefined) {
        await leave(counts.slice(0, "refused" in turn ? index : index + 1));
        const seconds = Math.max(1, Math.ceil(refused / 1_000));
        throw new Refusal("too_many_attempts", {
          message: `Too many attempts. Try again in ${durationWords(seconds * 1_000)}.`,
          extra: { retry_after_seconds: seconds },
          retryAfter: seconds,
        });
      }
      longest = Math.max(longest, "wait" in turn ? turn.wait : 0);
    }
    if (longest === 0) return;
    waiting++;
    await wait(longest).finally(() => waiting--);
  }

  async function leave(counts: readonly Count[]): Promise<void> {
    for (const [key, pace] of counts) await turns.giveBack(key, pace);
  }

  return {
    async guard(attempt, check) {
      const counts = countsOf(attempt);
      await enter(counts);
      let result;
      try {
        result = await check();
      } catch (error) {
        if (!(error instanceof Refusal)) await leave(counts);
        throw error;
      }
      const [own, ...shared] = counts;
      if (own) await turns.forget(own[0]);
      await leave(shared);
      return result;
    },
    spend: (attempt) => enter(countsOf(attempt)),
    async firstUse(account, code) {
      return "wait" in (await turns.take(hash(`used:${account}:${code}`), paces.used, clock().getTime()));
    },
    async close() {
      await pool?.end();
    },
  };
}

/**
 * Counts have to outlive the transaction of the request that they refuse. Its requests already hold a connection of the shared pool each:
 * taking a second one from there would let them wait for each other.
 */
function ownPool(store: Store): Pool {
  return createPool({ ...store.pool.options, password: store.pool.options.password, max: 2, allowExitOnIdle: true });
}

/** What one subscriber holds: an IPv4 address, or the 64-bit network of an IPv6 address. */
function network(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
